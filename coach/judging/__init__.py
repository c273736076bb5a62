"""What moves were worth, judged by what the seat on turn could know. Uses only the rules and the bots, no Django."""

from coach.judging.decisions import EFFORT, Judged, judge
from coach.judging.imagining import imagined
from coach.judging.matches import Choice, choices, course_of
from coach.judging.problems import Puzzle, puzzle_in

__all__ = ["EFFORT", "Choice", "Judged", "Puzzle", "choices", "course_of", "imagined", "judge", "puzzle_in"]
