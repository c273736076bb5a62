"""Whole tournaments played by bots through the real services (`Simulation`)."""

from tournaments.simulation.event import Simulation
from tournaments.simulation.mishaps import CALM, MANY, Mishaps
from tournaments.simulation.usual import quick_options, simulated_person, usual_game

__all__ = ["CALM", "MANY", "Mishaps", "Simulation", "quick_options", "simulated_person", "usual_game"]
