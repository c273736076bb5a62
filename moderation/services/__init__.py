"""Reporting, judging cases, and appeals: everything that changes rows, except for acts."""
