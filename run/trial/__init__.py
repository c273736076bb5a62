"""Tries a whole site from outside: a site of its own on this machine, its visitors and players."""
