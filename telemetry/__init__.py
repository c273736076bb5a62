"""What the site says about itself to its operator: figures for Prometheus, log lines, reports of errors."""
