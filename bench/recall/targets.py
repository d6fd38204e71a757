"""What recall should reach, by set and score."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """One figure to reach: at least so much, or at most with `most`."""

    set: str
    score: str
    reach: float
    most: bool = False


ALL = "all sets"
TARGETS = (
    Target("locomo", "turns recall@5", 0.70),
    Target("locomo", "turns recall@10", 0.78),
    Target("locomo", "sessions recall@10", 0.96),
    Target("longmemeval_user500", "sessions any@5", 0.992),
    Target("longmemeval_user500", "sessions recall@5", 0.97),
    Target("longmemeval_user500", "turns recall@5", 0.88),
    Target("longmemeval_user500", "turns recall@10", 0.95),
    Target("longmemeval_s", "sessions any@5", 0.98),
    Target("longmemeval_s", "turns recall@10", 0.88),
    Target("beam_100k", "turns recall@10", 0.66),
    Target("realmem", "turns recall@10", 0.35),
    Target("realmem", "sessions recall@10", 0.82),
    Target("locomo_plus", "turns recall@10", 0.28),
    Target("memdaily_zh", "turns recall@10", 0.98),
    Target(ALL, "AUROC", 0.80),
    Target(ALL, "ECE", 0.05, most=True),
)
