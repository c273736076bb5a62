"""Italian: the names of days and months in lower case."""
