"""Draws the contents of previews. Pure: equal contents give equal bytes."""

from functools import singledispatch

from PIL import Image, ImageDraw

from games.platform.site_settings.current import chosen, find_logo
from games.site.shared.sharing import letters
from games.site.shared.sharing.canvas import BOTTOM, LEFT, RIGHT, TOP, Canvas, spread
from games.site.shared.sharing.contents import (
    FAIR,
    GOOD,
    Arena,
    Challenge,
    Content,
    DailyResults,
    FinishedGame,
    Invitation,
    PictureRow,
    Profile,
    Site,
    SmallCard,
    shown_site,
)
from games.site.shared.sharing.letters import DISPLAY, TEXT
from games.site.shared.sharing.material import (
    BRASS,
    DEEP,
    GREEN,
    INK,
    IVORY,
    MUTED,
    SLATE,
    TINT,
)

HEADLINES = (78, 72, 66, 60, 54, 48, 43, 39)
NOTES = (34, 31, 28)
BODY_TOP = TOP + 92
SEAT = 92
CARD = (372, 500)
ORNAMENT, ORNAMENT_SHARE = (652, 236), 0.74
"""Where dice fill an empty corner, and their share of the full size."""
WIDEST_BAR = 56
NAMES, NAME_ROOM = (150, 120, 96, 76, 60, 50), 530
"""Sizes of the name of the site, and its room beside the dice."""
SHARPER = 2
"""The card is drawn this many times larger, so that it stays sharp when it is turned."""


def picture_of(content: Content) -> bytes:
    """Return the picture of `content` as PNG."""
    canvas = Canvas(shown_site(), find_logo(chosen().logo))
    draw(content, canvas)
    return canvas.encode()


@singledispatch
def draw(content: Content, canvas: Canvas) -> None:
    raise TypeError(type(content))


@draw.register
def _(content: Site, canvas: Canvas) -> None:
    canvas.dice("sixes", (545, 40))
    family = letters.family_of(content.headline, DISPLAY)
    size, lines = letters.fitted(content.headline, family, NAMES, NAME_ROOM, 2, 200)
    lines = [line for line in lines if line]
    if canvas.logo is not None:
        canvas.mark()
    for number, line in enumerate(reversed(lines)):
        canvas.write((LEFT + 4, 288 - number * size * 1.1), line, size, IVORY, family)
    mark = max(letters.width(line, family, size) for line in lines)
    below = canvas.lines(
        (LEFT + 8, 330), content.note, (46, 42, 38), max(mark, 500) + 60, 3, IVORY, TEXT, 1.24
    )
    canvas.eyebrow((LEFT + 8, max(below + 46, 520)), content.eyebrow, 1000)


@draw.register
def _(content: Challenge, canvas: Canvas) -> None:
    canvas.dice("blank", (545, 68))
    canvas.brand(content.eyebrow)
    top = BODY_TOP + 20
    below = canvas.lines((LEFT, top), content.headline, (104, 96, 88, 78, 68), 530, 3, high=250)
    canvas.lines((LEFT, below + 22), content.note, (34, 31, 28), 520, 3, MUTED, TEXT, 1.28)


@draw.register
def _(content: Invitation, canvas: Canvas) -> None:
    canvas.dice("straight", (632, 2), 0.84)
    canvas.brand(content.eyebrow)
    below = canvas.lines((LEFT, BODY_TOP - 8), content.headline, HEADLINES, 570, 3, high=232)
    canvas.lines((LEFT, below + 8), content.note, NOTES, 640, 1, MUTED, TEXT)
    _seats(content, canvas)


def _seats(content: Invitation, canvas: Canvas) -> None:
    wide = 132
    top = BOTTOM - SEAT - 34
    for number, person in enumerate(content.seats):
        left = LEFT + number * wide
        middle = left + SEAT // 2
        if person is None:
            canvas.shape((left, top), (SEAT, SEAT), SEAT // 2, DEEP, 0.5)
            canvas.outline((left, top), (SEAT, SEAT), SEAT // 2, BRASS, 3)
            canvas.pen.rectangle((middle - 2, top + 30, middle + 1, top + 61), fill=BRASS)
            canvas.pen.rectangle((middle - 16, top + 44, middle + 15, top + 47), fill=BRASS)
        else:
            canvas.avatar(person.avatar, (left, top), SEAT)
        name, colour = (content.free, BRASS) if person is None else (person.name, IVORY)
        shown = letters.cut(name, TEXT, 24, wide - 10)
        canvas.write((middle, top + SEAT + 32), shown, 24, colour, TEXT, "middle")
    if content.more:
        left = LEFT + len(content.seats) * wide
        canvas.write((left, top + 62), content.more, 40, MUTED, TEXT)


@draw.register
def _(content: FinishedGame, canvas: Canvas) -> None:
    canvas.brand(content.eyebrow)
    if content.card is None:
        canvas.dice("straight", ORNAMENT, ORNAMENT_SHARE)
    else:
        _card(content.card, canvas)
    room = RIGHT - LEFT - CARD[0] - 60
    few = len(content.rows) + bool(content.more) <= 3
    high = 180 if few else 134
    below = canvas.lines(
        (LEFT, BODY_TOP), content.headline, HEADLINES, room, 2 if few else 3, high=high
    )
    _rows(content.rows, content.more, canvas, below + 22, room)


def _rows(rows: tuple[PictureRow, ...], more: str, canvas: Canvas, top: float, room: float) -> None:
    lines = len(rows) + bool(more)
    high = min(96, (BOTTOM + 6 - top) / max(1, lines))
    scale = min(1.0 if any(row.note for row in rows) else 1.2, high / 78)
    face, name_size, value_size = round(56 * scale), round(38 * scale), round(48 * scale)
    for number, row in enumerate(rows):
        middle = round(top + high * (number + 0.5))
        canvas.medal((LEFT + 24, middle), row.place, round(44 * scale))
        canvas.avatar(row.person.avatar, (LEFT + 68, middle - face // 2), face)
        colour = BRASS if row.place == 1 else IVORY
        right, foot = LEFT + room, middle + round(13 * scale)
        value = (right, foot + round(4 * scale))
        wide = canvas.write(value, row.value, value_size, colour, DISPLAY, "right")
        if row.note:
            note = (right - wide - 18, foot)
            wide += 18 + canvas.write(note, row.note, 26, MUTED, TEXT, "right")
        left = LEFT + 68 + face + 20
        name = letters.cut(row.person.name, TEXT, name_size, right - wide - 20 - left)
        canvas.write((left, foot), name, name_size, IVORY, TEXT)
    if more:
        canvas.write((LEFT + 62, top + high * (lines - 0.5) + 11), more, 30, MUTED, TEXT)


def _card(card: SmallCard, canvas: Canvas) -> None:
    size = (CARD[0] * SHARPER, CARD[1] * SHARPER)
    sheet = canvas.paper(size)
    pen = ImageDraw.Draw(sheet)
    head = 92
    pen.rectangle((0, 0, size[0], head), fill=INK)
    owner = letters.cut(card.owner, DISPLAY, 46, size[0] - 60)
    letters.write(pen, (30, 62), owner, DISPLAY, 46, IVORY)
    high = (size[1] - head - 8) / len(card.lines)
    letter = min(34, round(high * 0.62))
    column = 104 if len(card.lines[0][1]) == 1 else 84
    for number, (name, values, is_sum) in enumerate(card.lines):
        top = head + 4 + high * number
        if is_sum or number % 2:
            pen.rectangle((0, top, size[0], top + high), fill=TINT)
        foot = top + high / 2 + letter * 0.34
        left_room = size[0] - 46 - column * len(values)
        label = letters.cut(name, TEXT, letter, left_room)
        letters.write(pen, (30, foot), label, TEXT, letter, INK if is_sum else SLATE)
        for at, value in enumerate(values):
            right = size[0] - 28 - column * (len(values) - 1 - at)
            wide = letters.width(value, TEXT, letter)
            letters.write(pen, (right - wide, foot), value, TEXT, letter, INK)
    small = sheet.resize(CARD, Image.Resampling.BOX)
    canvas.lay(small, (RIGHT - CARD[0] - 8, (630 - CARD[1]) // 2 - 12), -2.4, 16)


@draw.register
def _(content: Profile, canvas: Canvas) -> None:
    canvas.brand(content.eyebrow)
    canvas.avatar(content.person.avatar, (LEFT, BODY_TOP + 6), 150)
    room = RIGHT - LEFT - 182
    family = letters.family_of(content.headline, DISPLAY)
    sizes = (84, 76, 68, 60, 54)
    canvas.lines((LEFT + 182, BODY_TOP + 2), content.headline, sizes, room, 1, family=family)
    canvas.lines(
        (LEFT + 182, BODY_TOP + 104),
        content.facts[0] if content.facts else "",
        NOTES,
        room,
        1,
        MUTED,
        TEXT,
    )
    top = BODY_TOP + 196
    canvas.write((LEFT - 4, top + 106), content.value, 128, BRASS, DISPLAY)
    canvas.lines((LEFT, top + 126), content.label, (32, 28), 400, 1, IVORY, TEXT)
    for number, fact in enumerate(content.facts[1:3]):
        canvas.lines((LEFT, top + 172 + 36 * number), fact, (27, 24), 400, 1, MUTED, TEXT)
    if len(content.chart) < 2:
        canvas.dice("sixes", ORNAMENT, ORNAMENT_SHARE)
    else:
        _chart(content.chart, canvas, (LEFT + 430, top - 4), (RIGHT - LEFT - 430, 216))


def _chart(
    values: tuple[int, ...], canvas: Canvas, place: tuple[int, int], size: tuple[int, int]
) -> None:
    canvas.panel(place, size)
    low, high = min(values), max(values)
    middle, reach = (low + high) / 2, max(high - low, 40) / 2
    shares = spread(values, middle - reach, middle + reach)
    left, right = place[0] + 30, place[0] + size[0] - 34
    top, bottom = place[1] + 34, place[1] + size[1] - 34
    step = (right - left) / (len(values) - 1)
    points = [
        (left + step * at, bottom - share * (bottom - top)) for at, share in enumerate(shares)
    ]
    large = Image.new("L", (size[0] * 2, size[1] * 2))
    pen = ImageDraw.Draw(large)
    inside = [((x - place[0]) * 2, (y - place[1]) * 2) for x, y in points]
    floor = size[1] * 2 - 12
    pen.polygon([*inside, (inside[-1][0], floor), (inside[0][0], floor)], fill=44)
    pen.line(inside, fill=255, width=9, joint="curve")
    x, y = inside[-1]
    pen.ellipse((x - 15, y - 15, x + 15, y + 15), fill=255)
    mask = large.resize(size, Image.Resampling.BOX)
    canvas.image.paste(BRASS, (*place, place[0] + size[0], place[1] + size[1]), mask)


@draw.register
def _(content: DailyResults, canvas: Canvas) -> None:
    canvas.brand(content.eyebrow)
    room = 560
    below = canvas.lines((LEFT, BODY_TOP), content.headline, HEADLINES, room, 2)
    _rows(content.rows, "", canvas, below + 14, room)
    left = LEFT + room + 56
    wide = RIGHT - left
    high = 250 if content.signs else 398
    if content.bars:
        canvas.panel((left, BODY_TOP + 4), (wide, high))
        _bars(content.bars, canvas, (left + 28, BODY_TOP + 32), (wide - 56, high - 96))
        canvas.write(
            (left + wide / 2, BODY_TOP + high - 20), content.note, 25, MUTED, TEXT, "middle"
        )
    if not content.rows:
        canvas.dice("sixes", ORNAMENT, ORNAMENT_SHARE)
    if content.signs:
        _signs(content.signs, canvas, (left, BODY_TOP + high + 32), wide)


def _bars(
    bars: tuple[float, ...], canvas: Canvas, place: tuple[int, int], size: tuple[int, int]
) -> None:
    step = min(WIDEST_BAR, size[0] / len(bars))
    begin = place[0] + (size[0] - step * len(bars)) / 2
    for number, share in enumerate(bars):
        if share:
            left, right = begin + step * number, begin + step * (number + 1) - 4
            top = place[1] + size[1] * (1 - share)
            canvas.pen.rectangle(
                (left, min(top, place[1] + size[1] - 4), right, place[1] + size[1]), fill=BRASS
            )


def _signs(signs: str, canvas: Canvas, place: tuple[int, int], wide: int) -> None:
    lines = signs.split("\n")
    most = max(map(len, lines))
    gap = 6
    size = min(44, (wide - gap * (most - 1)) // most, (104 - gap * (len(lines) - 1)) // len(lines))
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            colour = GREEN if sign == GOOD else BRASS if sign == FAIR else SLATE
            corner = (place[0] + column * (size + gap), place[1] + row * (size + gap))
            canvas.shape(corner, (size, size), 7, colour)


@draw.register
def _(content: Arena, canvas: Canvas) -> None:
    canvas.brand(content.eyebrow)
    if content.is_over and content.rows:
        below = canvas.lines((LEFT, BODY_TOP), content.headline, HEADLINES, 520, 3)
        canvas.lines((LEFT, below + 20), content.note, NOTES, 480, 3, MUTED, TEXT, 1.28)
        _podium(content.rows, canvas)
    elif content.rows:
        below = canvas.lines((LEFT, BODY_TOP), content.headline, HEADLINES[1:], RIGHT - LEFT, 1)
        canvas.lines((LEFT, below + 4), content.note, NOTES, RIGHT - LEFT, 1, MUTED, TEXT)
        _rows(content.rows, "", canvas, below + 56, RIGHT - LEFT)
    else:
        canvas.dice("blank", (545, 40))
        below = canvas.lines((LEFT, BODY_TOP + 40), content.headline, HEADLINES, 540, 3)
        canvas.lines((LEFT, below + 20), content.note, NOTES, 520, 3, MUTED, TEXT, 1.28)


def _podium(rows: tuple[PictureRow, ...], canvas: Canvas) -> None:
    wide, foot = 184, BOTTOM + 6
    heights = (216, 164, 126)
    for number, row in enumerate(rows[:3]):
        left = 590 + (1, 0, 2)[number] * (wide - 2)
        top = foot - heights[number]
        canvas.shape((left, top), (wide - 10, foot - top), 12, IVORY if number == 0 else TINT)
        middle = left + (wide - 10) // 2
        canvas.medal((middle, top + 36), row.place, 46)
        canvas.write((middle, foot - 20), row.value, 40, INK, DISPLAY, "middle")
        face = 104 if number == 0 else 88
        canvas.avatar(row.person.avatar, (middle - face // 2, top - face - 54), face)
        name = letters.cut(row.person.name, TEXT, 27, wide - 6)
        canvas.write((middle, top - 18), name, 27, IVORY, TEXT, "middle")
