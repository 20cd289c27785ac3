"""An island in sentences: what a drawing would show, and what is at each place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from longroad.core.island.topology import (
    COASTAL,
    HEX_CENTERS,
    HEX_NEIGHBORS,
    HEX_SITES,
    ISLAND_HEXES,
    ISLAND_PATH_COUNT,
    PATH_SITES,
    SITE_NEIGHBORS,
    SITE_PATHS,
)
from longroad.core.layout import CITY_CODE, ISLAND, ROADS, SEATS, SITES, WORD_BITS
from longroad.core.sets import contains
from longroad.core.state import Seen
from longroad.narration.catalogue import Phrase, Several, Value
from longroad.narration.phrases import EVERYBODY, Perspective, harbor_of, hex_of, land_of, lands_around


def describe(seen: Seen, perspective: Perspective = EVERYBODY) -> str:
    """Return in words what a drawing would show: hexes row by row, harbors, robber, and every seat's pieces."""
    return "\n".join(_sentences([*_describe_island(seen), *_describe_pieces(seen, perspective)], perspective)) + "\n"


def _sentences(lines: Iterable[Value], perspective: Perspective) -> list[str]:
    return [perspective.words.sentence(line) for line in lines]


def _describe_island(seen: Seen) -> Iterator[Phrase]:
    rows: dict[int, list[Phrase]] = {}
    for place in sorted(range(ISLAND_HEXES[seen.s[ISLAND]]), key=lambda h: (HEX_CENTERS[h][1], HEX_CENTERS[h][0])):
        rows.setdefault(HEX_CENTERS[place][1], []).append(hex_of(seen, place))
    for number, hexes in enumerate(rows.values(), start=1):
        yield Phrase("island.row", {"row": number, "hexes": Several(hexes, "comma")})
    served: dict[int, list[Phrase]] = {}
    for path, kind in seen.island.harbors or ():
        one, other = PATH_SITES[2 * path : 2 * path + 2]
        served.setdefault(kind, []).append(Phrase("island.harbor_sites", {"one": one, "other": other}))
    for kind, places in served.items():
        yield Phrase("island.harbor", {"harbor": harbor_of(kind), "places": Several(places, "comma")})
    yield Phrase("island.robber", {"hex": hex_of(seen, seen["robber"])})


def _describe_pieces(seen: Seen, perspective: Perspective) -> Iterator[Phrase]:
    codes = seen["site"]
    for seat in range(SEATS):
        settlements = [site for site, code in enumerate(codes) if code == 1 + seat]
        cities = [site for site, code in enumerate(codes) if code == 1 + seat + CITY_CODE]
        first, rest = seen["roads"][seat]
        bits = first | rest << WORD_BITS
        roads = [path for path in range(bits.bit_length()) if bits >> path & 1]
        pieces = {"settlements": settlements, "cities": cities, "roads": roads}
        parts = [
            Phrase(f"island.{kind}", {"places": Several(places, "comma")}) for kind, places in pieces.items() if places
        ]
        if parts:
            yield perspective.about("island.pieces", seat, pieces=Several(parts, "clauses"))


# --- one place --------------------------------------------------------------------------------------------------------


def describe_site(seen: Seen, site: int, perspective: Perspective = EVERYBODY) -> list[str]:
    """Describe an intersection: what stands there and lies around it, and what its paths lead to."""
    lines: list[Value] = [_site(seen, site), _building(seen, site, perspective)]
    for path, other in zip(*(table[3 * site : 3 * site + 3] for table in (SITE_PATHS, SITE_NEIGHBORS)), strict=True):
        if 0 <= path < ISLAND_PATH_COUNT[seen.s[ISLAND]]:
            road, there = _road(seen, path, perspective), _there(seen, other, perspective)
            lines.append(Phrase("island.path_to", {"path": path, "site": other, "road": road, "there": there}))
    return _sentences(lines, perspective)


def _site(seen: Seen, site: int) -> Phrase:
    return Phrase("island.site", {"site": site, "around": lands_around(seen, site)})


def _kind(code: int) -> str:
    return "settlement" if code <= CITY_CODE else "city"


def _building(seen: Seen, site: int, perspective: Perspective) -> Value:
    code = seen["site"][site]
    if code:
        return perspective.about(f"island.{_kind(code)}_here", (code - 1) % CITY_CODE)
    near = [other for other in SITE_NEIGHBORS[3 * site : 3 * site + 3] if 0 <= other < SITES and seen["site"][other]]
    state = Phrase("island.too_near", {"site": near[0]}) if near else Phrase("island.free")
    return Several([Phrase("island.coast"), state], "sentences") if COASTAL[SITES * seen.s[ISLAND] + site] else state


def _there(seen: Seen, site: int, perspective: Perspective) -> Value:
    code = seen["site"][site]
    return perspective.about(f"island.has_{_kind(code)}", (code - 1) % CITY_CODE) if code else lands_around(seen, site)


def _road(seen: Seen, path: int, perspective: Perspective) -> Phrase:
    owner = next((seat for seat in range(SEATS) if contains(seen.m, ROADS + 2 * seat, path)), None)
    return Phrase("island.no_road") if owner is None else perspective.about("island.has_road", owner)


def describe_path(seen: Seen, path: int, perspective: Perspective = EVERYBODY) -> list[str]:
    """Describe a path: who has a road there, and what lies at its ends."""
    one, other = PATH_SITES[2 * path : 2 * path + 2]
    line = Phrase("island.path", {"path": path, "from": one, "to": other, "road": _road(seen, path, perspective)})
    ends = [Several([_site(seen, site), _building(seen, site, perspective)], "sentences") for site in (one, other)]
    return _sentences([line, *ends], perspective)


def describe_hex(seen: Seen, place: int, perspective: Perspective = EVERYBODY) -> list[str]:
    """Describe a hex: its sites, the buildings beside it, and the hexes around it."""
    sites = HEX_SITES[6 * place : 6 * place + 6]
    here: list[Value] = [Phrase("island.hex", {"hex": place, "land": land_of(seen, place)})]
    if seen["robber"] == place:
        here.append(Phrase("island.robber_here"))
    built = [
        Phrase("island.built_at", {"what": _there(seen, site, perspective), "site": site})
        for site in sites
        if seen["site"][site]
    ]
    near = [h for h in HEX_NEIGHBORS[6 * place : 6 * place + 6] if 0 <= h < ISLAND_HEXES[seen.s[ISLAND]]]
    return _sentences(
        [
            Several(here, "sentences"),
            Phrase("island.corners", {"sites": Several(sites)}),
            Phrase("island.built", {"built": Several(built, "clauses")}) if built else Phrase("island.built_nothing"),
            Phrase("island.near", {"hexes": Several([hex_of(seen, h) for h in near])}),
        ],
        perspective,
    )
