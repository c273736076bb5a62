"""The attack: what once broke the site, tried again on one that is started for it (`make attack`)."""
