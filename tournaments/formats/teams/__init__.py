"""Teams of two to eight: each plays for themselves at tables and the scores are added, or teams meet line by line."""
