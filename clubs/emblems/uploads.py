"""Uploaded emblems: validated, cropped, shrunk and re-encoded, so that no byte of the upload is ever served.

Web processes only read the header of an upload. Decoding is left to a worker, one picture at a time.
"""

from __future__ import annotations

from io import BytesIO

import imagesize
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps, UnidentifiedImageError

from common.errors import UserError

MOST_BYTES = 2_000_000
MOST_PIXELS = 16_000_000
LEAST_SIDE = 32
SIDE = 256
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"GIF87a", b"GIF89a")
MIME = "image/webp"

SENTENCES: dict[str, Promise] = {
    "too-large": _("This file is too large: 2 MB at most."),
    "too-many-pixels": _("This picture is too large: 4,000 × 4,000 pixels at most."),
    "too-small": _("This picture is too small: at least 32 × 32 pixels."),
    "no-picture": _("This file is not a picture we can read. Use PNG, JPEG, WebP or GIF."),
}


def refusal(code: str) -> UserError:
    return UserError(code, SENTENCES[code])


def check_header(upload: bytes) -> None:
    """Check what the header claims, without decoding: a small file may claim to be a huge picture.

    Raises UserError (too-large, too-many-pixels, too-small, no-picture).
    """
    if len(upload) > MOST_BYTES:
        raise refusal("too-large")
    if not upload.startswith(BEGINNINGS):
        raise refusal("no-picture")
    try:
        width, height = imagesize.get(BytesIO(upload))
    except ValueError as broken:
        raise refusal("no-picture") from broken
    if width < 1 or height < 1:
        raise refusal("no-picture")
    _check_size(int(width), int(height))


def reencode(upload: bytes) -> bytes:
    """Return the picture as a small, square WebP. Takes about 100 MB while decoding, so call it in a worker.

    Raises UserError (as `check_header`).
    """
    check_header(upload)
    try:
        with Image.open(BytesIO(upload), formats=FORMATS) as picture:
            _check_size(*picture.size)
            return _webp(picture)
    except Image.DecompressionBombError as bomb:
        raise refusal("too-many-pixels") from bomb
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError) as broken:
        raise refusal("no-picture") from broken


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise refusal("too-many-pixels")
    if min(width, height) < LEAST_SIDE:
        raise refusal("too-small")


def _webp(picture: Image.Image) -> bytes:
    picture.draft("RGB", (4 * SIDE, 4 * SIDE))  # a JPEG can be decoded at a smaller size
    small = ImageOps.fit(picture.convert("RGBA"), (SIDE, SIDE), Image.Resampling.LANCZOS)
    out = BytesIO()
    ImageOps.exif_transpose(_with_orientation(small, picture)).save(out, "WEBP", quality=85, method=4)
    return out.getvalue()


def _with_orientation(small: Image.Image, picture: Image.Image) -> Image.Image:
    """Keep the orientation, and none of the other metadata."""
    exif = Image.Exif()
    orientation = 0x0112
    exif[orientation] = picture.getexif().get(orientation, 1)
    small.info = {"exif": exif.tobytes()}
    return small
