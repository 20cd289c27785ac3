"""An island in words alone: what a drawing would show, and what lies at each place."""

from __future__ import annotations

from collections.abc import Iterator

from longroad.core.island import (
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
from longroad.narration.phrases import (
    EVERYBODY,
    Voice,
    around_site,
    harbor_name,
    hex_name,
    hex_phrase,
    listed,
    sentence,
)


def describe(seen: Seen, voice: Voice = EVERYBODY) -> str:
    """Tell in words alone what a drawing would show: hexes row by row, harbors, robber, and every seat's pieces."""
    return "\n".join((*_describe_island(seen), *_describe_pieces(seen, voice))) + "\n"


def _describe_island(seen: Seen) -> Iterator[str]:
    rows: dict[int, list[str]] = {}
    for place in sorted(range(ISLAND_HEXES[seen.s[ISLAND]]), key=lambda h: (HEX_CENTERS[h][1], HEX_CENTERS[h][0])):
        rows.setdefault(HEX_CENTERS[place][1], []).append(hex_phrase(seen, place))
    for number, names in enumerate(rows.values(), start=1):
        yield f"Row {number}: {', '.join(names)}."
    served: dict[str, list[str]] = {}
    for path, kind in seen.island.harbors or ():
        ends = " and ".join(map(str, PATH_SITES[2 * path : 2 * path + 2]))
        served.setdefault(harbor_name(kind), []).append(ends)
    for name, places in served.items():
        yield f"{sentence(name)}: sites {', '.join(places)}."
    yield f"The robber stands on {hex_phrase(seen, seen['robber'])}."


def _describe_pieces(seen: Seen, voice: Voice) -> Iterator[str]:
    codes = seen["site"]
    for seat in range(SEATS):
        settlements = [str(site) for site, code in enumerate(codes) if code == 1 + seat]
        cities = [str(site) for site, code in enumerate(codes) if code == 1 + seat + CITY_CODE]
        first, rest = seen["roads"][seat]
        bits = first | rest << WORD_BITS
        roads = [str(path) for path in range(bits.bit_length()) if bits >> path & 1]
        pieces = (("settlements at", settlements), ("cities at", cities), ("roads on", roads))
        told = "; ".join(f"{kind} {', '.join(places)}" for kind, places in pieces if places)
        if told:
            yield f"{sentence(voice.name(seat))}: {told}."


# --- one place --------------------------------------------------------------------------------------------------------


def describe_site(seen: Seen, site: int, voice: Voice = EVERYBODY) -> list[str]:
    """Tell an intersection: what stands there and lies around it, and what its paths lead to."""
    lines = [f"Site {site}: {around_site(seen, site)}.", f"{_building(seen, site, voice)}."]
    for path, other in zip(*(table[3 * site : 3 * site + 3] for table in (SITE_PATHS, SITE_NEIGHBORS)), strict=True):
        if 0 <= path < ISLAND_PATH_COUNT[seen.s[ISLAND]]:
            lines.append(
                f"Path {path} to site {other}: {_road(seen, path, voice)}; there {_there(seen, other, voice)}."
            )
    return lines


def _building(seen: Seen, site: int, voice: Voice) -> str:
    code = seen["site"][site]
    if code:
        kind = "settlement" if code <= CITY_CODE else "city"
        return sentence(voice.says((code - 1) % CITY_CODE, f"has a {kind} here"))
    near = [other for other in SITE_NEIGHBORS[3 * site : 3 * site + 3] if 0 <= other < SITES and seen["site"][other]]
    coast = "On the coast. " if COASTAL[SITES * seen.s[ISLAND] + site] else ""
    if near:
        return f"{coast}Nothing can be built here: site {near[0]} next to it is built on"
    return f"{coast}Free"


def _there(seen: Seen, site: int, voice: Voice) -> str:
    code = seen["site"][site]
    if not code:
        return around_site(seen, site)
    return voice.says((code - 1) % CITY_CODE, f"has a {'settlement' if code <= CITY_CODE else 'city'}")


def _road(seen: Seen, path: int, voice: Voice) -> str:
    owner = next((seat for seat in range(SEATS) if contains(seen.m, ROADS + 2 * seat, path)), None)
    return "no road" if owner is None else voice.says(owner, "has a road")


def describe_path(seen: Seen, path: int, voice: Voice = EVERYBODY) -> list[str]:
    """Tell a path: who has a road there, and what lies at its ends."""
    one, other = PATH_SITES[2 * path : 2 * path + 2]
    ends = [f"Site {site}: {around_site(seen, site)}. {_building(seen, site, voice)}." for site in (one, other)]
    return [f"Path {path} from site {one} to site {other}: {_road(seen, path, voice)}.", *ends]


def describe_hex(seen: Seen, place: int, voice: Voice = EVERYBODY) -> list[str]:
    """Tell a hex: its sites, the buildings beside it, and the hexes around it."""
    sites = HEX_SITES[6 * place : 6 * place + 6]
    robber = " The robber stands here." if seen["robber"] == place else ""
    lines = [f"Hex {place}: {hex_name(seen, place)}.{robber}"]
    lines.append(f"Its sites, clockwise from the top: {listed(map(str, sites))}.")
    built = [f"{_there(seen, site, voice)} at {site}" for site in sites if seen["site"][site]]
    lines.append(f"{sentence('; '.join(built))}." if built else "Nobody has built beside it.")
    near = [h for h in HEX_NEIGHBORS[6 * place : 6 * place + 6] if 0 <= h < ISLAND_HEXES[seen.s[ISLAND]]]
    lines.append(f"Next to it: {listed(hex_phrase(seen, h) for h in near)}.")
    return lines
