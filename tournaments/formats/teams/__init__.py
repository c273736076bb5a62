"""Teams of two to eight: entrants play each for themselves at different tables, and their scores are added."""
