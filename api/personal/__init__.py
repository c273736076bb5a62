"""What is stored for programs about players, and how long."""
