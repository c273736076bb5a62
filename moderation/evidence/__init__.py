"""What can be reported, and the evidence that is kept with a report."""
