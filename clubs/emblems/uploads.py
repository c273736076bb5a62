"""Uploaded emblems: validated, cropped, shrunk and re-encoded, so that no byte of the upload is ever served."""

from __future__ import annotations

from io import BytesIO

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

from common.errors import UserError

MOST_BYTES = 2_000_000
MOST_PIXELS = 16_000_000
LEAST_SIDE = 32
SIDE = 256
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
MIME = "image/webp"


def reencode(upload: bytes) -> bytes:
    """Return the picture as a small, square WebP.

    Raises UserError (too-large, too-many-pixels, too-small, no-picture).
    """
    if len(upload) > MOST_BYTES:
        raise too_large()
    try:
        with Image.open(BytesIO(upload), formats=FORMATS) as picture:
            _check_size(*picture.size)
            return _webp(picture)
    except Image.DecompressionBombError as bomb:
        raise too_many_pixels() from bomb
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as broken:
        sentence = _("This file is no picture that can be read. PNG, JPEG, WebP and GIF are possible.")
        raise UserError("no-picture", sentence) from broken


def too_large() -> UserError:
    return UserError("too-large", _("This file is too large: 2 MB are possible."))


def too_many_pixels() -> UserError:
    return UserError("too-many-pixels", _("This picture is too large: 4,000 × 4,000 pixels are possible."))


def _check_size(width: int, height: int) -> None:
    """Check the size before decoding: a small file may claim to be a huge picture."""
    if width * height > MOST_PIXELS:
        raise too_many_pixels()
    if min(width, height) < LEAST_SIDE:
        raise UserError("too-small", _("This picture is too small: it needs 32 × 32 pixels at least."))


def _webp(picture: Image.Image) -> bytes:
    picture.load()
    upright = ImageOps.exif_transpose(picture).convert("RGBA")
    square = ImageOps.fit(upright, (SIDE, SIDE), Image.Resampling.LANCZOS)
    out = BytesIO()
    square.save(out, "WEBP", quality=85, method=4)
    return out.getvalue()
