"""What programs read and do, kind by kind."""
