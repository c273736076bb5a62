#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.core.management import execute_from_command_line

from common.database.failures import explained

if __name__ == "__main__":
    os.umask(0o077)  # files are private to their owner
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["DATABASE_POOL"] = "0"  # commands need no pool, which would wait half a minute for a wrong password
    with explained():
        execute_from_command_line(sys.argv)
