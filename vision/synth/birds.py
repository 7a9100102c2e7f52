"""幺鸡: birds that nobody drew: parrots, sparrows, cranes and peacocks in many poses, filled or outlined."""

from __future__ import annotations

import itertools
import math

import cv2
import numpy as np

from vision.synth.brush import Colour, H, Points, Style, W, any_ink, at, curve
from vision.synth.solids import Image


def bird(canvas: Image, style: Style, random: np.random.Generator) -> None:
    """The bird of 一条: a head with a beak and an eye, a body with wings, a long tail, feet or a branch."""
    sheet = np.zeros_like(canvas)
    inks = [any_ink(style, random) for _ in range(4)]
    if style.mono:
        inks = [style.inks[0]] * 3 + [inks[3]]
    pose = float(random.uniform(15, 85))
    """How upright the body is, degrees: 90 stands."""
    length = float(random.uniform(0.24, 0.36)) * H
    thick = length * float(random.uniform(0.32, 0.55))
    middle = np.array([random.uniform(0.42, 0.58) * W, random.uniform(0.4, 0.56) * H])
    angle = math.radians(pose)
    along = np.array([math.cos(angle), -math.sin(angle)])
    across = np.array([-along[1], along[0]])
    line = int(random.choice((-1, -1, 3, 4, 6)))
    shoulder, rump = middle + along * length / 2, middle - along * length / 2
    if random.random() < 0.35:
        _fan(sheet, rump, along, length, inks, random)
    else:
        _train(sheet, rump, along, length, inks, random)
    if random.random() < 0.75:
        _feet(sheet, middle, thick, inks[3], random)
    _body(sheet, middle, along, length, thick, inks, line, random)
    _head(sheet, shoulder, along, length, inks, line, random)
    for side in (1, -1):
        if random.random() < (0.95 if side > 0 else 0.35):
            _wing(sheet, middle, along, across * side, length, thick, inks, random)
    if random.random() < 0.35:
        _branch(sheet, inks[3], random)
    if random.random() < 0.5:
        sheet = np.ascontiguousarray(sheet[:, ::-1])
    _place(canvas, sheet, random)


def _place(canvas: Image, sheet: Image, random: np.random.Generator) -> None:
    """The drawing, fitted into the face with some room around it."""
    rows, columns = np.flatnonzero(sheet[..., 3].any(1)), np.flatnonzero(sheet[..., 3].any(0))
    part = sheet[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    room_w, room_h = random.uniform(0.7, 0.97) * W, random.uniform(0.72, 0.96) * H
    fit = min(room_w / part.shape[1], room_h / part.shape[0])
    stretch = float(random.uniform(0.9, 1.1))
    w = max(min(round(part.shape[1] * fit * stretch), W), 8)
    h = max(min(round(part.shape[0] * fit), H), 8)
    small = cv2.resize(part, (w, h), interpolation=cv2.INTER_AREA)
    left = round((W - w) * random.uniform(0.25, 0.75))
    top = round((H - h) * random.uniform(0.25, 0.75))
    canvas[top : top + h, left : left + w] = small


def _stroke(sheet: Image, line: list[Points], ink: Colour, first: float, last: float) -> None:
    """A brush stroke whose width goes from first to last pixels."""
    for number, (one, two) in enumerate(itertools.pairwise(line)):
        wide = first + (last - first) * number / max(len(line) - 1, 1)
        cv2.line(sheet, at(one), at(two), (*ink, 255), max(round(wide), 1), cv2.LINE_AA)


def _train(
    sheet: Image, rump: Points, along: Points, length: float, inks: list[Colour], random: np.random.Generator
) -> None:
    """A long tail that hangs or sweeps away behind."""
    many = int(random.integers(2, 8))
    reach = length * float(random.uniform(0.9, 1.9))
    fall = float(random.uniform(0.2, 1.2))
    opening = float(random.uniform(0.05, 0.5))
    first, last = float(random.uniform(3, 12)), float(random.uniform(2, 14))
    eyes = random.random() < 0.4
    for number in range(many):
        share = number / max(many - 1, 1) - 0.5
        way = -along + np.array([0.0, fall]) + share * opening * 2 * np.array([-along[1], along[0]])
        way = way / np.linalg.norm(way)
        end = rump + way * reach * float(random.uniform(0.75, 1.0))
        bend = rump - along * reach * float(random.uniform(0.2, 0.6))
        ink = inks[number % (1 + int(random.integers(0, 3)))]
        _stroke(sheet, curve(rump, bend, end), ink, first, last)
        if eyes:
            size = round(length * 0.09) + 2
            cv2.circle(sheet, at(end), size, (*inks[1], 255), int(random.choice((-1, 3))), cv2.LINE_AA)
            cv2.circle(sheet, at(end), max(size // 2, 2), (*inks[2], 255), -1, cv2.LINE_AA)


def _fan(
    sheet: Image, rump: Points, along: Points, length: float, inks: list[Colour], random: np.random.Generator
) -> None:
    """A fan of feathers, as a peacock or a rooster has it: behind, or up over the back."""
    lift = float(random.uniform(-0.6, 2.4))
    middle = math.atan2(along[1], along[0]) + math.pi + lift * 0.6
    opening = float(random.uniform(0.4, 1.5))
    reach = length * float(random.uniform(0.7, 1.5))
    many = int(random.integers(4, 11))
    filled = random.random() < 0.4
    tips = []
    for number in range(many):
        angle = middle + opening * (number / (many - 1) - 0.5)
        tips.append(rump + reach * np.array([math.cos(angle), math.sin(angle)]))
    if filled:
        shape = np.rint(np.array([rump, *tips])).astype(np.int32)
        cv2.fillPoly(sheet, [shape], (*inks[1], 255), cv2.LINE_AA)
    thick = float(random.uniform(2, 9))
    tip = round(length * float(random.uniform(0.05, 0.14))) + 1
    for number, end in enumerate(tips):
        bend = (rump + end) / 2 + random.normal(0, 6, 2)
        _stroke(sheet, curve(rump, bend, end), inks[number % 2 * 2], thick, thick * 0.6)
        cv2.circle(sheet, at(end), tip, (*inks[number % 3], 255), -1, cv2.LINE_AA)
        if tip > 7:
            cv2.circle(sheet, at(end), tip // 2, (*inks[(number + 1) % 3], 255), -1, cv2.LINE_AA)


def _body(
    sheet: Image, middle: Points, along: Points, length: float, thick: float, inks: list[Colour], line: int,
    random: np.random.Generator,
) -> None:  # fmt: skip
    turn = math.degrees(math.atan2(along[1], along[0]))
    size = (round(length / 2), max(round(thick / 2), 4))
    if line > 0:
        cv2.ellipse(sheet, at(middle), size, turn, 0, 360, (255, 255, 255, 0), -1)
    cv2.ellipse(sheet, at(middle), size, turn, 0, 360, (*inks[0], 255), line, cv2.LINE_AA)
    if random.random() < 0.5:
        belly = middle + np.array([-along[1], along[0]]) * thick * 0.15
        smaller = (round(length * 0.32), max(round(thick * 0.25), 3))
        cv2.ellipse(sheet, at(belly), smaller, turn, 0, 360, (*inks[1], 255), line, cv2.LINE_AA)
    if random.random() < 0.4:  # scales
        for _ in range(int(random.integers(6, 20))):
            place = middle + along * random.uniform(-0.4, 0.4) * length
            place = place + np.array([-along[1], along[0]]) * random.uniform(-0.3, 0.3) * thick
            clear = (255, 255, 255, 0) if line < 0 else (*inks[2], 255)
            cv2.ellipse(sheet, at(place), (6, 4), turn, 0, 180, clear, 2)


def _head(
    sheet: Image, shoulder: Points, along: Points, length: float, inks: list[Colour], line: int,
    random: np.random.Generator,
) -> None:  # fmt: skip
    size = length * float(random.uniform(0.12, 0.26))
    neck = length * float(random.uniform(0.0, 0.55))
    up = np.array([random.uniform(-0.3, 0.6), -1.0])
    way = along * random.uniform(0.2, 1) + up * random.uniform(0.3, 1)
    head = shoulder + way / np.linalg.norm(way) * (neck + size * 0.5)
    if neck > size * 0.5:
        bend = (shoulder + head) / 2 + random.normal(0, 0.08 * length, 2)
        _stroke(sheet, curve(shoulder - along * length * 0.1, bend, head), inks[0], size * 1.2, size * 0.8)
    ink = inks[int(random.integers(0, 3))]
    if line > 0:
        cv2.circle(sheet, at(head), round(size), (255, 255, 255, 0), -1)
    cv2.circle(sheet, at(head), round(size), (*ink, 255), line, cv2.LINE_AA)
    _beak(sheet, head, size, inks, random)
    eye = head + np.array([0.25, -0.2]) * size
    cv2.circle(sheet, at(eye), max(round(size * 0.36), 2), (255, 255, 255, 0), -1)
    lot = random.random()
    if lot < 0.5:
        cv2.circle(sheet, at(eye), max(round(size * 0.2), 1), (*inks[3], 255), -1, cv2.LINE_AA)
    elif lot < 0.75:
        cv2.circle(sheet, at(eye), max(round(size * 0.36), 2), (*inks[1], 255), 2, cv2.LINE_AA)
    if random.random() < 0.5:
        for number in range(int(random.integers(1, 5))):
            angle = math.radians(-90 - 25 * number + float(random.uniform(-10, 30)))
            end = head + size * random.uniform(1.5, 2.6) * np.array([math.cos(angle), math.sin(angle)])
            bend = (head + end) / 2 + random.normal(0, 4, 2)
            _stroke(sheet, curve(head, bend, end), inks[number % 3], 4, 2)
            if random.random() < 0.4:
                cv2.circle(sheet, at(end), 5, (*inks[1], 255), -1, cv2.LINE_AA)


def _beak(sheet: Image, head: Points, size: float, inks: list[Colour], random: np.random.Generator) -> None:
    long = size * float(random.uniform(0.7, 2.2))
    droop = float(random.uniform(-0.2, 0.7))
    below = np.array([0.0, size * float(random.uniform(0.3, 0.7))])
    root = head + np.array([size * 0.7, 0])
    tip = root + np.array([long, droop * long])
    shape = np.rint(np.array([root - below, tip, root + below])).astype(np.int32)
    ink = (*inks[int(random.integers(1, 4))], 255)
    if random.random() < 0.7:
        cv2.fillPoly(sheet, [shape], ink, cv2.LINE_AA)
    else:
        cv2.polylines(sheet, [shape], True, ink, 3, cv2.LINE_AA)


def _wing(
    sheet: Image, middle: Points, along: Points, across: Points, length: float, thick: float,
    inks: list[Colour], random: np.random.Generator,
) -> None:  # fmt: skip
    """A folded or lifted wing as overlapping feathers."""
    root = middle + along * length * float(random.uniform(0.05, 0.3))
    many = int(random.integers(3, 9))
    lift = float(random.uniform(-0.3, 1.6))
    reach = length * float(random.uniform(0.45, 0.95))
    width = float(random.uniform(3, 13))
    bare = random.random() < 0.4
    for number in range(many):
        way = -along + across * (lift * (number + 1) / many - 0.2)
        way = way / np.linalg.norm(way)
        end = root + way * reach * (1 - 0.07 * number)
        bend = root + way * reach * 0.5 + across * thick * float(random.uniform(-0.2, 0.3))
        line = curve(root, bend, end, 9)
        if bare:
            _stroke(sheet, line, (255, 255, 255), width + 4, width + 2)
        _stroke(sheet, line, inks[number % 3], width, width * 0.6)
    if random.random() < 0.5:
        cv2.circle(sheet, at(root), round(thick * 0.28), (*inks[2], 255), int(random.choice((-1, 3))))


def _feet(sheet: Image, middle: Points, thick: float, ink: Colour, random: np.random.Generator) -> None:
    long = float(random.uniform(0.08, 0.24)) * H
    for side in (-0.12, 0.12):
        root = middle + np.array([side * thick * 2, thick * 0.3])
        foot = root + np.array([random.normal(0, 5), long])
        _stroke(sheet, [root, foot], ink, 4, 3)
        for toe in (-1, 0, 1):
            _stroke(sheet, [foot, foot + np.array([toe * 10, 8])], ink, 3, 2)


def _branch(sheet: Image, ink: Colour, random: np.random.Generator) -> None:
    """What it sits on: a twig with leaves along the foot of the face."""
    y = float(random.uniform(0.78, 0.92)) * H
    start, end = (
        np.array([0.12 * W, y + random.normal(0, 12)]),
        np.array([0.88 * W, y + random.normal(0, 12)]),
    )
    line = curve(start, (start + end) / 2 + random.normal(0, 14, 2), end)
    _stroke(sheet, line, ink, 6, 3)
    for _ in range(int(random.integers(2, 7))):
        place = line[int(random.integers(len(line)))]
        turn = float(random.uniform(0, 360))
        cv2.ellipse(sheet, at(place), (16, 6), turn, 0, 360, (*ink, 255), int(random.choice((-1, 2))))
