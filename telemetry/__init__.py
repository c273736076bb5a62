"""What the site reports to its operator: metrics for Prometheus, log lines, errors."""
