"""Hours of a league's matches, which the players agree on, or else the organiser's rule sets."""
