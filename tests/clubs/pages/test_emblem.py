"""The drawn emblem, and re-encoded uploads."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from clubs.emblems.drawn import drawn
from clubs.emblems.uploads import SIDE, check_header, reencode
from tests.clubs.people import picture, refused


@pytest.mark.parametrize("slug", [f"club-{number}" for number in range(40)])
def test_every_emblem_is_drawn_whole(slug: str) -> None:
    svg = drawn(slug, 150)
    ElementTree.fromstring(svg)  # noqa: S314 (our own)
    assert svg == drawn(slug, 150)
    assert svg.count("<g ") in (2, 3)


def test_emblems_differ_and_follow_the_colour() -> None:
    assert len({drawn(f"club-{number}", 150) for number in range(40)}) == 40
    assert "hsl(210," in drawn("good-friends", 210)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
@pytest.mark.parametrize("size", [(32, 32), (400, 300), (60, 900), (4000, 4000)])
def test_pictures_become_small_squares(form: str, size: tuple[int, int]) -> None:
    with Image.open(BytesIO(reencode(picture(form, size)))) as made:
        assert (made.format, made.size) == ("WEBP", (SIDE, SIDE))


def test_nothing_of_the_uploaded_file_is_left() -> None:
    out = BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "My secret garden"
    Image.new("RGB", (300, 300)).save(out, "JPEG", exif=exif, comment=b"<script>alert(1)</script>")
    made = reencode(out.getvalue() + b"<script>alert(2)</script>")
    assert b"script" not in made
    assert b"secret" not in made


def test_a_picture_taken_sideways_stands_upright() -> None:
    lying = Image.new("RGB", (200, 200), "#fff")
    lying.paste("#c8282f", (0, 0, 100, 200))  # red on the left
    exif = Image.Exif()
    exif[0x0112] = 6  # rotate by 90° clockwise
    out = BytesIO()
    lying.save(out, "PNG", exif=exif)
    with Image.open(BytesIO(reencode(out.getvalue()))) as made:
        red, _green, blue = made.convert("RGB").getpixel((128, 20))  # type: ignore[misc]
        assert red > 150 > blue  # the red is on top now


def test_a_small_file_that_claims_to_be_huge_is_not_unpacked() -> None:
    out = BytesIO()
    Image.new("1", (30_000, 30_000)).save(out, "PNG")
    assert len(out.getvalue()) < 500_000
    with refused("too-many-pixels"):
        reencode(out.getvalue())


def test_no_more_than_the_header_is_read_before_the_worker() -> None:
    check_header(picture()[:40])
    out = BytesIO()
    Image.new("RGB", (1, 1)).save(out, "WEBP", lossless=True)
    huge = bytearray(out.getvalue())
    huge[21:25] = (0x0FFFFFFF).to_bytes(4, "little")  # 16,384 × 16,384
    with refused("too-many-pixels"):
        check_header(bytes(huge))


def test_only_picture_formats_are_accepted() -> None:
    with refused("no-picture"):
        check_header(b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>')
