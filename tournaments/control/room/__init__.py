"""What the page of the control room shows."""
