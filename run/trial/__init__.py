"""Trying out a whole site from outside: a site started for it on this machine, with visitors and players."""
