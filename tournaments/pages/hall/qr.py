"""QR codes as inline SVG."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

BORDER = 4
"""The white margin around a code that the standard demands, in modules."""


@lru_cache(maxsize=256)
def qr_code(address: str, label: str) -> SafeString:
    """Return the QR code of an address; `label` describes it for screen readers."""
    code = QRCode(border=BORDER, error_correction=ERROR_CORRECT_M)
    code.add_data(address)
    rows = code.get_matrix()
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}"><path class="qr-light" d="M0 0h{0}v{0}H0z"/>'
        '<path class="qr-dark" d="{2}"/></svg>',
        len(rows),
        label,
        "".join(dark),
    )
