"""What tables hold about players, and for how long."""
