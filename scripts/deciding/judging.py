"""Rolls the candidates of decisions out until it is clear how much worse each is than the best.

Clear means that the standard error of the difference to the best candidate is below half a point; or that the candidate
is worse by a point and by four standard errors, which then may be larger.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scripts.deciding.rolling import Items, Roller

CLEAR: Final = 0.005  # the standard error to get below
FIRST: Final = 32  # rollouts of every candidate before the first look
GROWTH: Final = 8  # the most times the rollouts grow from one look to the next
MOST: Final = 4096  # rollouts of a candidate; a decision that wants more is given up
SAFETY: Final = 1.1  # what the estimate of the rollouts still needed is multiplied by
WORSE: Final = 0.01  # a candidate that is this much worse, and by so many standard errors, gets no more rollouts
WORSE_ERRORS: Final = 4
DOUBTFUL_ERRORS: Final = 2  # unless in the end it is worse by fewer than these: then it gets so many times as many
DOUBTFUL_GROWTH: Final = 4

Numbers = NDArray[np.float64]


class Task(NamedTuple):
    """What is rolled out of a decision."""

    number: int  # of its deals
    seat: int
    actions: tuple[int, ...]
    turns: int
    seed: int  # of the first sample


class Verdict(NamedTuple):
    """What the rollouts say, by candidate: the chance, how much worse it is than the best, and that error."""

    chances: list[float]
    losses: list[float]
    errors: list[float]
    rollouts: list[int]


class Judgement:
    """The rollouts of a decision so far."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._samples = [np.zeros(0) for _ in task.actions]
        self._wanted = [FIRST] * len(task.actions)

    @property
    def is_hopeless(self) -> bool:
        """Whether more rollouts are wanted than any decision gets."""
        return max(self._wanted) > MOST

    @property
    def is_clear(self) -> bool:
        """Whether no more rollouts are wanted."""
        return all(wanted <= len(samples) for wanted, samples in zip(self._wanted, self._samples, strict=True))

    def missing(self) -> Items:
        """Return the rollouts that are wanted and have not been done, candidate by candidate."""
        ranges = [np.arange(len(done), wanted) for done, wanted in zip(self._samples, self._wanted, strict=True)]
        sample = np.concatenate(ranges).astype(np.int64)
        counts = [len(part) for part in ranges]
        blank = np.ones_like(sample)
        return Items(
            blank * self.task.number,
            sample,
            blank * self.task.seat,
            np.repeat(np.array(self.task.actions, np.int64), counts),
            blank * self.task.turns,
            self.task.seed + sample,
        )

    def add(self, shares: Numbers) -> None:
        """Add the chances of what was missing, and decide what else is wanted."""
        for k, wanted in enumerate(self._wanted):
            count = max(wanted - len(self._samples[k]), 0)
            self._samples[k] = np.concatenate([self._samples[k], shares[:count]])
            shares = shares[count:]
        best = self._best
        for k in range(len(self._samples)):
            n = needed(self._behind(k, best))
            for one in (k, best):
                self._wanted[one] = max(self._wanted[one], n)
        for k in self._doubtful() if self.is_clear else ():
            self._wanted[k] = DOUBTFUL_GROWTH * len(self._samples[k])

    def _doubtful(self) -> list[int]:
        """Return the candidates that got no more rollouts, but whose halves do not agree that they are worse."""
        verdict = self.verdict()
        pairs = enumerate(zip(verdict.losses, verdict.errors, strict=True))
        return [k for k, (loss, error) in pairs if error >= CLEAR and loss < DOUBTFUL_ERRORS * error]

    @property
    def _best(self) -> int:
        return max(range(len(self._samples)), key=lambda k: float(self._samples[k].mean()))

    def _behind(self, k: int, other: int) -> Numbers:
        """Return how far a candidate is behind another one, in the samples that both have."""
        n = min(len(self._samples[k]), len(self._samples[other]))
        return self._samples[other][:n] - self._samples[k][:n]

    def verdict(self) -> Verdict:
        """Return what the rollouts say.

        One half of the samples names the best of the candidates that are clear, the other half says how much better it
        is: so luck in the rollouts exaggerates nothing, and a loss may be a little below 0.
        """
        numbers, best = range(len(self._samples)), self._best
        errors = [error_of(self._behind(k, best)) for k in numbers]
        clear = [k for k in numbers if errors[k] < CLEAR]
        named = [max(clear, key=lambda k: float(self._samples[k][half::2].mean())) for half in (0, 1)]
        losses = [
            sum(float(self._behind(k, named[half])[1 - half :: 2].mean()) for half in (0, 1)) / 2 for k in numbers
        ]
        chances = [float(samples.mean()) for samples in self._samples]
        return Verdict(chances, losses, errors, [len(samples) for samples in self._samples])


def error_of(samples: Numbers) -> float:
    """Return the standard error of a mean."""
    return float(samples.std(ddof=1)) / float(np.sqrt(len(samples)))


def needed(behind: Numbers) -> int:
    """Return how many samples to have next: as many as there are if the error is small enough."""
    error = error_of(behind)
    if error < CLEAR or behind.mean() > max(WORSE, WORSE_ERRORS * error):
        return 0
    estimate = int(SAFETY * len(behind) * (error / CLEAR) ** 2) + 1
    return min(max(estimate, len(behind) + 16), GROWTH * len(behind))


class Progress(NamedTuple):
    """How far the rollouts have come."""

    clear: int
    active: int
    waiting: int
    given_up: int
    rollouts: int


def judged(
    tasks: Sequence[Task], roller: Roller, batch: int, until: float, report: Callable[[Progress], None]
) -> Iterator[tuple[int, Verdict]]:
    """Yield verdicts by the number of their task as they become clear, until a moment, `batch` rollouts at a time."""
    waiting, active = list(enumerate(tasks))[::-1], dict[int, Judgement]()
    clear = given_up = rollouts = 0
    while (waiting or active) and time.time() < until:
        parts = {number: judgement.missing() for number, judgement in active.items()}
        size = sum(len(part.seat) for part in parts.values())
        while waiting and size < batch:
            number, task = waiting.pop()
            active[number] = Judgement(task)
            parts[number] = active[number].missing()
            size += len(parts[number].seat)
        shares = roller.roll(Items(*(np.concatenate(columns) for columns in zip(*parts.values(), strict=True))))
        rollouts += size
        first = 0
        for number, part in parts.items():
            judgement = active[number]
            judgement.add(shares[first : first + len(part.seat)])
            first += len(part.seat)
            if judgement.is_hopeless:
                given_up += 1
                del active[number]
            elif judgement.is_clear:
                clear += 1
                yield number, active.pop(number).verdict()
        report(Progress(clear, len(active), len(waiting), given_up, rollouts))
