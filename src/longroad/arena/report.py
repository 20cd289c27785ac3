"""The report of an arena: figures for each entrant, for each specification, and for the games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from statistics import fmean, median
from typing import Any, Final

from longroad.arena.luck import adjusted_wins
from longroad.arena.match import StopRule, games_before
from longroad.arena.match_spec import MatchSpec
from longroad.arena.ratings import Rating, rate
from longroad.arena.result import SOURCES, Result, Times
from longroad.arena.statistics import Interval, Sprt, paired, wilson
from longroad.core.ruleset import RULES_VERSION
from longroad.notation.rulesets import write_ruleset
from longroad.version import __version__

DIGITS: Final = 6  # decimals in JSON


def summary(spec: MatchSpec, played: Sequence[Result], asked: int, sprt: Sprt | None = None) -> dict[str, Any]:
    """Return the whole report of an arena as a JSON object; games after a test has decided do not count.

    `entrants` has one entry for each entrant as it was given, in order; `pooled` one for each specification.
    """
    stop, by_number = StopRule(spec, asked, sprt), {result.number: result for result in played}
    is_complete = stop.is_reached(by_number)
    results = games_before(by_number, stop.after)
    ratings = rate(results, len(spec.entrants))
    pooled = [_line(spec, results, ratings, group) for group in spec.names().values()]
    return {
        "version": __version__,
        "rules_version": RULES_VERSION,
        "ruleset": write_ruleset(spec.ruleset),
        "players": spec.ruleset.players,
        "seed": spec.seed,
        "games": len(results),
        "games_asked": asked,
        "is_complete": is_complete,
        "games_a_deal": spec.games_a_deal,
        "entrants": [_line(spec, results, ratings, (entrant,)) for entrant in range(len(spec.entrants))],
        "pooled": [
            {**line, "entrants": list(group)} for line, group in zip(pooled, spec.names().values(), strict=True)
        ],
        "ahead": _ahead(spec, results),
        "sprt": None if sprt is None else _test(spec, sprt, stop),
        "turns": _spread(result.turns for result in results),
        "plies": _spread(result.plies for result in results),
        "limited": sum(result.is_limited for result in results),
        "seconds": round(sum(result.seconds for result in results), 3),
    }


def _line(
    spec: MatchSpec, results: Iterable[Result], ratings: Sequence[Rating], group: tuple[int, ...]
) -> dict[str, Any]:
    """Return the figures of entrants with the same specification; the win rate is that of one of them in a game."""
    own = [result for result in results if set(group) & set(result.seats)]
    taken = [(r, seat) for r in own for seat, entrant in enumerate(r.seats) if entrant in group]
    wins = sum(result.winning_entrant in group for result in own)
    scale = len(own) / len(taken) if own else 1.0
    stats = [result.stats[seat] for result, seat in taken]
    times = _merged(c.times for c in stats)
    return {
        "name": spec.entrants[group[0]],
        "games": len(own),
        "wins": wins,
        "win_rate": _rounded(wins / len(taken)) if own else None,
        "ci95": _interval(wilson(wins, len(own)), scale),
        "ci95_paired": _interval(paired(_by_deal(spec, own, group)), scale),
        "without_luck": _without_luck(spec, own, group, scale) if spec.has_luck and own else None,
        "rating": {
            "mu": _rounded(fmean(ratings[entrant].mu for entrant in group)),
            "sigma": _rounded(fmean(ratings[entrant].sigma for entrant in group)),
        },
        "by_seat": [_seat_line(taken, seat) for seat in range(spec.ruleset.players)],
        "points": {
            source: _rounded(fmean(result.points[seat][i] for result, seat in taken)) if taken else None
            for i, source in enumerate(SOURCES)
        },
        "decisions": times.total,
        "ms_median": _rounded(times.quantile(0.5)),
        "ms_99": _rounded(times.quantile(0.99)),
        "seconds": round(sum(c.seconds for c in stats), 3),
        **{kind: sum(getattr(c, kind) for c in stats) for kind in ("raised", "illegal", "late", "warned")},
        "first_fault": next((c.first_fault for c in stats if c.first_fault), None),
    }


def _seat_line(taken: Iterable[tuple[Result, int]], seat: int) -> dict[str, Any]:
    games = [result for result, sat in taken if sat == seat]
    wins = sum(result.winner == seat for result in games)
    share = _rounded(wins / len(games)) if games else None
    interval = _interval(wilson(wins, len(games)))
    return {"seat": seat, "games": len(games), "wins": wins, "win_rate": share, "ci95": interval}


def _without_luck(spec: MatchSpec, own: Sequence[Result], group: tuple[int, ...], scale: float) -> dict[str, Any]:
    """Return the win rate of a group without its luck, and how much narrower its interval is than the plain one."""
    plain, adjusted = paired(_by_deal(spec, own, group)), paired(_by_deal(spec, own, group, adjusted_wins))
    return {
        "win_rate": _rounded(scale * fmean(adjusted_wins(result, group) for result in own)),
        "ci95_paired": _interval(adjusted, scale, least=float("-inf"), most=float("inf")),
        "narrower": _rounded(_width(plain) / _width(adjusted)) if plain and adjusted else None,
    }


def _width(interval: Interval) -> float:
    low, high = interval
    return high - low


def _plain_wins(result: Result, group: Collection[int]) -> float:
    """Return how often entrants of a group have won a game."""
    return float(result.winning_entrant in group)


def _by_deal(
    spec: MatchSpec,
    results: Iterable[Result],
    group: tuple[int, ...],
    wins_of: Callable[[Result, Collection[int]], float] = _plain_wins,
) -> list[tuple[float, int]]:
    """Count wins and games of a group in each complete deal."""
    deals = defaultdict[int, list[float]](list)
    for result in results:
        deals[result.deal].append(wins_of(result, group))
    whole = spec.games_of(group)
    return [(sum(wins), len(wins)) for _, wins in sorted(deals.items()) if len(wins) == whole]


def _ahead(spec: MatchSpec, results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return by how much the win rate of the first entrant is above that of each other entrant, deal by deal."""
    first, *others = spec.names().values()
    rates = {group: _rates(spec, results, group) for group in (first, *others)}
    lines = []
    for group in others:
        both = [deal for deal in rates[first] if deal in rates[group]]
        counts = [(rates[first][deal] - rates[group][deal], 1) for deal in both]
        difference = _rounded(fmean(difference for difference, _ in counts)) if counts else None
        interval = _interval(paired(counts), least=-1.0)
        lines.append({"of": spec.entrants[group[0]], "difference": difference, "ci95": interval})
    return lines


def _rates(spec: MatchSpec, results: Iterable[Result], group: tuple[int, ...]) -> dict[int, float]:
    """Return the win rate of an entrant of a group in each whole deal."""
    wins, seats, games = (defaultdict[int, int](int) for _ in range(3))
    for result in results:
        games[result.deal] += 1
        seats[result.deal] += len(set(group) & set(result.seats))
        wins[result.deal] += result.winning_entrant in group
    return {deal: wins[deal] / seats[deal] for deal in games if games[deal] == spec.games_a_deal}


def _test(spec: MatchSpec, sprt: Sprt, stop: StopRule) -> dict[str, Any]:
    """Return what the sequential test of the first entrant has decided where the arena stopped."""
    return {
        "p0": sprt.p0,
        "p1": sprt.p1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "bounds": _interval(sprt.bounds, least=float("-inf"), most=float("inf")),
        "ratio": _rounded(stop.ratio),
        "is_without_luck": spec.has_luck,
        "decision": stop.decision,
    }


def _merged(many: Iterable[Times]) -> Times:
    counts = defaultdict[int, int](int)
    for times in many:
        for bucket, count in times.counts.items():
            counts[bucket] += count
    return Times(counts)


def _spread(values: Iterable[int]) -> dict[str, float | None]:
    numbers = list(values)
    if not numbers:
        return {"mean": None, "median": None, "least": None, "most": None}
    mean = _rounded(fmean(numbers))
    return {"mean": mean, "median": median(numbers), "least": min(numbers), "most": max(numbers)}


def _interval(
    interval: Interval | None, scale: float = 1.0, least: float = 0.0, most: float = 1.0
) -> list[float | None] | None:
    return None if interval is None else [_rounded(min(max(bound * scale, least), most)) for bound in interval]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
