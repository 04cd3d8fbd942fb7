"""The app's own themes, dark and light; all of Textual's themes work as well."""

from textual.theme import Theme

FOLD = "#4a7fd0"
"""A blue that stands out from the background of dark and of light themes."""

DARK = Theme(
    name="pokerbot-dark",
    primary="#4fb286",
    secondary="#2f6f55",
    accent="#f2c14e",
    warning="#f2c14e",
    error="#e4717a",
    success="#6fd6a2",
    foreground="#e9efe9",
    background="#0d1613",
    surface="#13211c",
    panel="#1a2d26",
    dark=True,
    variables={"scrollbar-background": "#13211c"},
)
LIGHT = Theme(
    name="pokerbot-light",
    primary="#1b6b4a",
    secondary="#4b9a78",
    accent="#8f5000",
    warning="#8f5000",
    error="#a92c3a",
    success="#196b43",
    foreground="#1c2a24",
    background="#f5f3ea",
    surface="#ebe8dc",
    panel="#dfdccd",
    dark=False,
    variables={"scrollbar-background": "#ebe8dc"},
)
