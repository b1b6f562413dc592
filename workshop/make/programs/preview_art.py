"""Write the pictures that previews are made of: felt, dice, avatars.

Everything comes from the site's own sources: felt and wood from the style sheets, dice from
`static/js/dice/drawing.js`, avatars from `static/img`. Run it after one of them has changed,
and look at the pictures of all previews afterwards.
"""

import base64
import io
import json
import re
from argparse import ArgumentParser, Namespace

import numpy as np
from PIL import Image
from playwright.sync_api import Page, Route

from games.site.shared.sharing.material import (
    AVATAR,
    DEEP,
    FOLDER,
    GREEN,
    HEIGHT,
    INK,
    IVORY,
    METALS,
    MUTED,
    PAPER,
    RED,
    RIM,
    SLATE,
    TINT,
    WIDTH,
)
from tests.environment import ROOT
from tests.support.services import find_chromium
from tests.system.e2e.browser import running_browser

TAKES = "Seconds, and a browser."
CHEAP = None

STATIC = ROOT / "static"
ADDRESS = "http://art.invalid"

TABLE = """
<style>
  body { margin: 0; background: none; }
  #table { position: relative; width: 1200px; height: 630px; overflow: hidden;
    background: url("/static/img/grain.svg") 0 0 / 2400px 128px,
      linear-gradient(178deg, var(--grain-light), var(--grain) 22%, var(--grain) 70%,
        var(--grain-dark)); }
  #felt { position: absolute; inset: 22px; border-radius: 22px;
    background:
      radial-gradient(75% 80% at 42% 8%, rgb(255 238 196 / 0.13), transparent),
      radial-gradient(110% 100% at 45% 30%, var(--felt), var(--felt-deep) 68%, var(--felt-edge));
    box-shadow: inset 0 0 0 3px rgb(217 178 95 / 0.6), inset 0 10px 34px rgb(0 0 0 / 0.5),
      inset 0 0 90px rgb(0 8 16 / 0.4), 0 0 0 2px rgb(20 8 2 / 0.6),
      0 2px 0 3px rgb(255 226 170 / 0.12); }
</style>
<div id="table"><div id="felt"></div></div>
"""

DICE = """
async ([dice, width, height, size, blank]) => {
  const { drawDie, drawShadow, preparedLook } = await import("/static/js/dice/drawing.js");
  const { readLook } = await import("/static/js/dice/look.js");
  const { camera } = await import("/static/js/dice/camera.js");
  const { lying, yawTurn } = await import("/static/js/dice/rotation.js");
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  document.body.append(canvas);
  const pen = canvas.getContext("2d");
  const look = preparedLook(readLook(canvas));
  const cam = camera({ x: width / 2, y: height * 0.56, die: size });
  const poses = dice.map(([face, x, y, yaw]) => ({
    at: [x, y, 0.5], turn: lying(face, yaw, yawTurn(face)), blank,
  }));
  poses.sort((one, other) => other.at[1] - one.at[1]);
  for (const pose of poses) drawShadow(pen, cam, look, pose);
  for (const pose of poses) drawDie(pen, cam, look, pose);
  return canvas.toDataURL("image/png");
}
"""

# Face, place on the table (right, away; in edges), and how far the die is turned.
PLACES = ((-1.62, 0.62, -0.3), (0.05, 0.95, 0.22), (1.7, 0.5, -0.12), (-0.78, -0.72, 0.34),
          (0.95, -0.85, -0.42))  # fmt: skip
ROW = tuple(((place - 2) * 1.42, 0.12 * (-1) ** place, 0.3 * (-1) ** place - 0.05 * place)
            for place in range(5))  # fmt: skip
GROUPS = {
    "sixes": ((6, 6, 6, 6, 6), PLACES, 680, 560, 118, 0),
    "straight": ((2, 5, 3, 6, 4), PLACES, 680, 560, 118, 0),
    "blank": ((1, 2, 3, 4, 5), PLACES, 680, 560, 118, 1),
    "row": ((6, 6, 6, 6, 6), ROW, 860, 300, 102, 0),
}


SHOW = """html => {
  document.body.style.margin = 0;
  document.body.style.background = "none";
  document.body.innerHTML = html;
}"""
TABLE_COLOURS = 26
COLOURS = 160
STEP = 9
BAYER = np.array([[0]])
for _ in range(2):
    BAYER = np.block([[4 * BAYER, 4 * BAYER + 2], [4 * BAYER + 3, 4 * BAYER + 1]])
BAYER = BAYER / 16 - 0.5
"""Ordered dithering: how much of a step to add to each pixel of four by four."""
GROUNDS = (DEEP, (20, 62, 88), PAPER, TINT)
INKS = (IVORY, MUTED, INK, SLATE, GREEN, RED, RIM, *METALS)


def answer(route: Route) -> None:
    """Answer a request of the browser from the folder of static files."""
    path = route.request.url.removeprefix(f"{ADDRESS}/static/").partition("?")[0]
    if route.request.url.startswith(f"{ADDRESS}/static/"):
        route.fulfill(path=STATIC / path)
    else:
        sheets = '<link rel="stylesheet" href="/static/css/tokens.css">'
        body = f'<!doctype html><html data-theme="light"><head>{sheets}</head><body></body></html>'
        route.fulfill(body=body, content_type="text/html")


def write_table(page: Page) -> None:
    """Write the table: felt in a rim of wood, in TABLE_COLOURS colours.

    The shades are mixed in a pattern that repeats: it looks like cloth, and PNG stores it in few
    bytes.
    """
    page.evaluate("html => { document.body.innerHTML = html; }", TABLE)
    page.wait_for_timeout(500)
    shot = Image.open(io.BytesIO(page.locator("#table").screenshot(type="png"))).convert("RGB")
    few = shot.quantize(TABLE_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    colours = np.array(colours_of(few, TABLE_COLOURS)).reshape(-1, 3)
    pattern = np.tile(BAYER, (HEIGHT // 4 + 1, WIDTH // 4 + 1))[:HEIGHT, :WIDTH, None]
    wanted = (np.asarray(shot) + pattern * STEP).reshape(-1, 3)
    nearest = [
        ((part[:, None] - colours[None]) ** 2).sum(2).argmin(1)
        for part in np.array_split(wanted, 60)
    ]
    pixels = colours[np.concatenate(nearest)].reshape(HEIGHT, WIDTH, 3).astype("uint8")
    save(Image.fromarray(pixels), "table")


def colours_of(picture: Image.Image, count: int) -> list[int]:
    """Return the first colours of a palette, three numbers for each."""
    return (picture.getpalette() or [])[: 3 * count]


def save(picture: Image.Image, name: str) -> None:
    """Write a picture without loss."""
    picture.save(FOLDER / f"{name}.webp", lossless=True, quality=100, method=6)


def write_palette() -> None:
    """Write the colours of all previews: those of the table, and what else is in them."""
    table = Image.open(FOLDER / "table.webp").convert("RGB")
    own = np.unique(np.asarray(table).reshape(-1, 3), axis=0).flatten().tolist()
    samples = Image.new("RGB", (WIDTH, 1400), IVORY)
    for at, name in enumerate(("sixes", "blank")):
        group = Image.open(FOLDER / f"{name}.webp")
        samples.paste(table.crop((300, 150 + 90 * at, 900, 600)), (600 * at, 0))
        samples.paste(group, (600 * at - 30, -40), group)
    avatars = Image.open(FOLDER / "avatars.webp")
    small = avatars.resize((avatars.width * 2 // 7, avatars.height * 2 // 7))
    samples.paste(DEEP, (0, 500, WIDTH, 660))
    samples.paste(small, (0, 510), small)
    pairs = [(ink, ground) for ground in GROUNDS for ink in INKS]
    for at, (ink, ground) in enumerate(pairs):
        for share in range(24):
            mixed = tuple(
                (a * share + b * (23 - share)) // 23 for a, b in zip(ink, ground, strict=True)
            )
            left, top = share * 50, 670 + at * 700 // len(pairs)
            samples.paste(mixed, (left, top, left + 50, 1400))
    most = COLOURS - len(own) // 3
    rest = samples.quantize(most, method=Image.Quantize.MEDIANCUT, kmeans=2)
    palette = Image.new("P", (1, 1))
    palette.putpalette(own + colours_of(rest, most))
    palette.save(FOLDER / "palette.png")


def write_dice(page: Page) -> None:
    """Write the groups of dice."""
    for name, (faces, places, width, height, size, blank) in GROUPS.items():
        dice = [[face, *place] for face, place in zip(faces, places, strict=True)]
        url = page.evaluate(DICE, [dice, width, height, size, blank])
        picture = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2])))
        save(picture, name)


def write_brand(page: Page) -> None:
    """Write the mark of the site."""
    page.set_viewport_size({"width": 128, "height": 128})
    html = '<img src="/static/img/icon.svg" width="128" height="128" style="display:block">'
    page.evaluate(SHOW, html)
    page.wait_for_timeout(500)
    shot = page.screenshot(type="png", omit_background=True)
    save(Image.open(io.BytesIO(shot)), "brand")


def write_avatars(page: Page) -> None:
    """Write all avatars into one picture, each in a square of AVATAR px; a flag is half as high.

    `avatars.json` says what is where: the rows are bots, drawings and flags.
    """
    bots = re.findall(r'<view id="(\w+)"', (STATIC / "img" / "bots.svg").read_text())
    views = re.findall(r'<view id="(\w+)"', (STATIC / "img" / "avatars.svg").read_text())
    drawings = [name for name in views if not name.isupper()]
    flags = [name for name in views if name.isupper()]
    rows = [[f"bot-{id_}" for id_ in bots], drawings, flags]
    (FOLDER / "avatars.json").write_text(json.dumps(rows) + "\n")
    addresses = [
        [f"/static/img/bots.svg#{id_}" for id_ in bots],
        [f"/static/img/avatars.svg#{name}" for name in drawings],
        [f"/static/img/avatars.svg#{name}" for name in flags],
    ]
    html = '<div id="all" style="position:relative;width:{}px;height:{}px">{}</div>'
    image = '<img src="{}" style="position:absolute;left:{}px;top:{}px;width:{}px;height:{}px">'
    images = [
        image.format(source, column * AVATAR, row * AVATAR, AVATAR, height)
        for row, height in enumerate((AVATAR, AVATAR, AVATAR // 2))
        for column, source in enumerate(addresses[row])
    ]
    columns = max(map(len, rows))
    page.set_viewport_size({"width": columns * AVATAR, "height": 3 * AVATAR})
    page.evaluate(SHOW, html.format(columns * AVATAR, 3 * AVATAR, "".join(images)))
    page.wait_for_timeout(1500)
    shot = page.screenshot(type="png", omit_background=True)
    save(Image.open(io.BytesIO(shot)), "avatars")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare no options."""


def run(options: Namespace) -> None:
    with running_browser(find_chromium()) as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.route("**/*", answer)
        page.goto(f"{ADDRESS}/")
        write_table(page)
        write_dice(page)
        write_avatars(page)
        write_brand(page)
    write_palette()
