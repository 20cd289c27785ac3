"""The tables of the lattice against geometry computed afresh, and the islands' symmetries."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from longroad.core.island import topology as isl
from longroad.core.island.topology import symmetries
from longroad.core.layout import HEXES, PATHS, SITES, WORD_BITS

ISLANDS = (0, 1)


def row(table: tuple[int, ...], width: int, i: int) -> list[int]:
    """Return what one row of a flat table holds."""
    return [value for value in table[width * i : width * (i + 1)] if value >= 0]


def members(table: tuple[int, ...], i: int) -> set[int]:
    """Return the members of the i-th set of a table of two-word sets."""
    bits = table[2 * i] | table[2 * i + 1] << WORD_BITS
    return {member for member in range(bits.bit_length()) if bits >> member & 1}


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the square of a real distance, four times, in sides of a hex."""
    return 3 * (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


@pytest.mark.rule("BRD-1", "BRD-4")
def test_counts_of_both_islands() -> None:
    assert (
        (HEXES, SITES, PATHS) == (30, 80, 109) == tuple(map(len, (isl.HEX_CENTERS, isl.SITE_POINTS, isl.PATH_POINTS)))
    )
    assert isl.ISLAND_HEXES == (19, 30)
    assert [len(members(isl.ISLAND_SITES, i)) for i in ISLANDS] == [54, 80]
    assert [len(members(isl.ISLAND_PATHS, i)) for i in ISLANDS] == [72, 109]
    assert [len(set(row(isl.COAST_PATHS, 38, i))) for i in ISLANDS] == [30, 38]
    assert [len(set(sea)) for sea in isl.SEA_CENTERS] == [18, 22]


@pytest.mark.rule("BRD-1", "BRD-4")
@pytest.mark.parametrize(("island", "rows"), [(0, [3, 4, 5, 4, 3]), (1, [3, 4, 5, 6, 5, 4, 3])])
def test_hexes_lie_in_rows(island: int, rows: list[int]) -> None:
    centers = isl.HEX_CENTERS[: isl.ISLAND_HEXES[island]]
    heights = sorted({y for _, y in centers})
    assert [sum(y == height for _, y in centers) for height in heights] == rows


@pytest.mark.parametrize("points", [isl.HEX_CENTERS, isl.SITE_POINTS, isl.PATH_POINTS])
def test_each_part_is_numbered_row_by_row_from_the_left(points: tuple[tuple[int, int], ...]) -> None:
    first = {30: 19, 80: 54, 109: 72}[len(points)]
    for part in (points[:first], points[first:]):
        assert list(part) == sorted(part, key=lambda point: (point[1], point[0]))


def test_corners_of_a_hex_lie_one_side_around_its_center_clockwise_from_the_top() -> None:
    for hex_ in range(HEXES):
        x, y = isl.HEX_CENTERS[hex_]
        corners = [isl.SITE_POINTS[site] for site in row(isl.HEX_SITES, 6, hex_)]
        assert corners[0] == (x, y - 2)
        assert corners[3] == (x, y + 2)
        assert corners[1][0] == corners[2][0] == x + 1
        assert all(distance((x, y), corner) == 4 for corner in corners)
        assert all(distance(a, b) == 4 for a, b in zip(corners, corners[1:] + corners[:1], strict=True))


def test_neighbors_of_a_hex_are_those_one_step_away_clockwise_from_the_upper_right() -> None:
    for hex_ in range(HEXES):
        near = isl.HEX_NEIGHBORS[6 * hex_ : 6 * hex_ + 6]
        expected = {other for other in range(HEXES) if distance(isl.HEX_CENTERS[hex_], isl.HEX_CENTERS[other]) == 12}
        assert {other for other in near if other >= 0} == expected
        for side, other in enumerate(near):
            if other >= 0:
                shared = {isl.HEX_SITES[6 * hex_ + side], isl.HEX_SITES[6 * hex_ + (side + 1) % 6]}
                assert shared == set(row(isl.HEX_SITES, 6, hex_)) & set(row(isl.HEX_SITES, 6, other))
                assert isl.HEX_PATHS[6 * hex_ + side] == isl.HEX_PATHS[6 * other + (side + 3) % 6]
                assert isl.HEX_NEIGHBORS[6 * other + (side + 3) % 6] == hex_


def test_paths_join_sites_one_side_apart() -> None:
    ends = {tuple(row(isl.PATH_SITES, 2, path)) for path in range(PATHS)}
    points = isl.SITE_POINTS
    assert ends == {(a, b) for a in range(SITES) for b in range(a + 1, SITES) if distance(points[a], points[b]) == 4}
    for path in range(PATHS):
        (ax, ay), (bx, by) = (points[site] for site in row(isl.PATH_SITES, 2, path))
        assert isl.PATH_POINTS[path] == (ax + bx, ay + by)


def test_tables_by_site_turn_the_others_round() -> None:
    for site in range(SITES):
        assert row(isl.SITE_HEXES, 3, site) == [h for h in range(HEXES) if site in row(isl.HEX_SITES, 6, h)]
        paths = row(isl.SITE_PATHS, 3, site)
        assert paths == [path for path in range(PATHS) if site in row(isl.PATH_SITES, 2, path)]
        others = [(set(row(isl.PATH_SITES, 2, path)) - {site}).pop() for path in paths]
        assert row(isl.SITE_NEIGHBORS, 3, site) == others
        assert members(isl.NEARBY_MASK, site) == {site, *others}


@pytest.mark.parametrize("island", ISLANDS)
def test_tables_by_island_leave_out_what_is_absent(island: int) -> None:
    sites, paths = members(isl.ISLAND_SITES, island), members(isl.ISLAND_PATHS, island)
    for site in range(SITES):
        land = [h for h in row(isl.SITE_HEXES, 3, site) if h < isl.ISLAND_HEXES[island]]
        assert (site in sites) == bool(land)
        assert isl.COASTAL[SITES * island + site] == (len(land) in (1, 2))
        expected = {path for path in row(isl.SITE_PATHS, 3, site) if path in paths}
        assert members(isl.SITE_PATHS_MASK, SITES * island + site) == expected
        assert site not in sites or len(expected) >= 2
    for path in range(PATHS):
        beside = [h for h in range(isl.ISLAND_HEXES[island]) if path in row(isl.HEX_PATHS, 6, h)]
        assert (path in paths) == bool(beside)


@pytest.mark.parametrize("island", ISLANDS)
def test_the_coast_goes_once_around_clockwise(island: int) -> None:
    length, first = isl.COAST_LENGTH[island], isl.MOST_COAST * island
    sites = isl.COAST_SITES[first : first + length]
    assert set(sites) == {site for site in range(SITES) if isl.COASTAL[SITES * island + site]}
    area = 0
    for i in range(length):
        here, there = sites[i], sites[(i + 1) % length]
        assert sorted((here, there)) == row(isl.PATH_SITES, 2, isl.COAST_PATHS[first + i])
        assert {here, there} <= set(row(isl.HEX_SITES, 6, isl.COAST_HEXES[first + i]))
        (ax, ay), (bx, by) = isl.SITE_POINTS[here], isl.SITE_POINTS[there]
        area += ax * by - bx * ay
    assert area > 0  # clockwise, since y points down


@pytest.mark.parametrize("island", ISLANDS)
def test_sea_hexes_border_on_one_coast_edge_at_a_corner_and_else_on_two(island: int) -> None:
    counts = []
    for sea, center in enumerate(isl.SEA_CENTERS[island]):
        edges = row(isl.SEA_EDGES, 2, isl.MOST_SEA * island + sea)
        counts.append(len(edges))
        for edge in edges:
            assert isl.COAST_SEA[isl.MOST_COAST * island + edge] == sea
            land = isl.HEX_CENTERS[isl.COAST_HEXES[isl.MOST_COAST * island + edge]]
            assert distance(land, center) == 12
    assert counts.count(1) == 6
    assert sum(counts) == isl.COAST_LENGTH[island]


@pytest.mark.parametrize(("island", "count"), [(0, 12), (1, 4)])
def test_symmetries_form_a_group(island: int, count: int) -> None:
    group = symmetries(island)
    assert len(set(group)) == count
    assert group[0] == (tuple(range(HEXES)), tuple(range(SITES)), tuple(range(PATHS)))
    for a, b in product(group, repeat=2):
        assert tuple(tuple(x[y] for y in ys) for x, ys in zip(a, b, strict=True)) in group


@pytest.mark.parametrize("island", ISLANDS)
def test_symmetries_keep_what_touches_what(island: int) -> None:
    for hexes, sites, paths in symmetries(island):
        for hex_ in range(isl.ISLAND_HEXES[island]):
            assert {sites[site] for site in row(isl.HEX_SITES, 6, hex_)} == set(row(isl.HEX_SITES, 6, hexes[hex_]))
        for path in members(isl.ISLAND_PATHS, island):
            assert {sites[site] for site in row(isl.PATH_SITES, 2, path)} == set(row(isl.PATH_SITES, 2, paths[path]))


def test_symmetries_of_the_base_island_leave_the_rest_of_the_lattice_alone() -> None:
    for symmetry in symmetries(0):
        for images, count in zip(symmetry, (19, 54, 72), strict=True):
            assert images[count:] == tuple(range(count, len(images)))


def test_the_first_six_symmetries_turn_clockwise() -> None:
    assert [turn.hexes[0] for turn in symmetries(0)[:6]] == [0, 2, 11, 18, 16, 7]


def test_the_tables_are_made_quickly() -> None:
    program = (
        "import longroad.core.layout, time; t = time.process_time(); import longroad.core.island.topology; "
        "print(time.process_time() - t)"
    )
    runs = [subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(3)]
    assert min(float(run.stdout) for run in runs) < 0.05  # about 0.007 s; the bound leaves room for slow machines
