"""Hours of a league's matches: proposed and agreed by their players, or else set by the organiser's rule."""
