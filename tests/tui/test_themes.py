"""The house's themes: every colour of text is told from every colour of ground below it."""

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from pokerbot.tui.frame import themes
from pokerbot.tui.widgets.keys import KEY

LEAST = 4.5
"""What WCAG 2 asks for, level AA."""
COLOURS = ("primary", "accent", "success", "warning", "error")


def luminance(colour):
    """As WCAG 2 defines it, from sRGB."""
    parts = (part / 255 for part in colour.rgb)
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(text, ground):
    dark, light = sorted((luminance(text), luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_as_wcag_has_it():
    assert contrast(Color(0, 0, 0), Color(255, 255, 255)) == pytest.approx(21)
    assert contrast(Color(118, 118, 118), Color(255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def test_the_keys_at_the_foot_can_be_read_in_every_theme():
    """Those of the terminal's own colours apart, which only it knows."""
    low = {}
    for theme in BUILTIN_THEMES.values():
        tokens = theme.to_color_system().generate()
        if not theme.name.startswith("ansi"):
            key, ground = (Color.parse(tokens[each]) for each in (KEY, "background"))
            low[theme.name] = contrast(key, ground)
    assert len(low) > 10
    assert min(low.values()) > LEAST


@pytest.mark.parametrize("theme", [themes.DARK, themes.LIGHT], ids=lambda theme: theme.name)
def test_text_can_be_read(theme):
    tokens = theme.to_color_system().generate()
    colours = {name: Color.parse(tokens[name]) for name in ("background", "surface", "panel")}
    colours["felt"] = colours["background"].blend(Color.parse(tokens["primary"]), 0.08)
    texts = [*COLOURS, *(f"text-{name}" for name in COLOURS), "foreground"]
    pairs = {(t, g): (Color.parse(tokens[t]), colours[g]) for t in texts for g in colours}
    for name, ground in colours.items():
        muted = ground.blend(Color.parse(tokens["foreground"]), 0.7)
        pairs["foreground 70%", name] = muted, ground
    for name in COLOURS:
        button = Color.parse(tokens[f"text-{name}"]), Color.parse(tokens[f"{name}-muted"])
        pairs[f"text-{name}", f"{name}-muted"] = button
    low = {pair: contrast(*both) for pair, both in pairs.items() if contrast(*both) < LEAST}
    assert not low
