"""The sites that trials and tests begin with."""
