"""What every request passes on its way in and out, besides what Django and other packages bring."""
