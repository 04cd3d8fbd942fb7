"""Figures as SVG or PNG pictures, drawn by Matplotlib, if that is installed."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from pokerbot.errors import InputError, os_errors_as, without
from pokerbot.io.files import check_writable, printable, write_whole
from pokerbot.plots.figure import Figure, Panel, Series, Square

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROOM = 60
"""How many letters of names fit beside each other below an axis."""
LINES = ("-", ":", "--")
POINTS = ("o", "s", "^")
"""The marks of curves that are a single point, in place of the styles of line."""
COLOURS = 10
"""How many colours there are; further labels have the same ones, with other lines and points."""
HEAD = 4096
"""How many bytes at the beginning of a picture tell what drew it."""
LEGEND_LINE = 0.2
"""The height of a line of a legend, in inches."""


def can_draw() -> bool:
    """Whether Matplotlib is installed."""
    return find_spec("matplotlib") is not None


def check_picture(path: Path) -> None:
    """Raise InputError unless a picture can be written to that file, in place of a plot at most.

    Only what Matplotlib has drawn is replaced, which says so at the file's beginning.
    """
    if path.suffix.lower() not in (".svg", ".png"):
        raise InputError(f"a picture is .svg or .png, not {path.suffix!r:.20}")
    check_writable(path)
    if path.exists():
        name = printable(str(path))
        with os_errors_as(f"cannot read {name}"), open(path, "rb") as file:
            head = file.read(HEAD)
        if head and b"Matplotlib" not in head:
            raise InputError(f"{name} holds something else than a plot: give another file")
    if not can_draw():
        raise without("matplotlib", "pictures need Matplotlib")


def draw(figure: Figure, path: Path) -> None:
    """Draw a figure to a file; the same data gives the same file, byte for byte.

    Raises:
        InputError: the file cannot be written.
    """
    write_whole(path, [picture(figure, path.suffix.lower()[1:])])


def picture(figure: Figure, kind: str) -> bytes:
    """A figure as `svg` or `png`."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams |= {"svg.hashsalt": "pokerbot", "svg.fonttype": "none"}
    from matplotlib import pyplot as plt

    columns = figure.columns or len(figure.panels)
    rows = len(figure.panels) // columns
    size = _size(figure, rows, columns)
    canvas, axes = plt.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained")
    panels = [panel for panel in figure.panels if isinstance(panel, Panel)]
    labels = list(dict.fromkeys(each.label for panel in panels for each in panel.series))
    for panel, axis in zip(figure.panels, axes.flat, strict=True):
        if isinstance(panel, Square):
            _draw_square(axis, panel)
        else:
            _draw_panel(axis, panel, labels)
    canvas.suptitle(figure.title)
    drawn = BytesIO()
    canvas.savefig(drawn, format=kind, metadata={"Date": None} if kind == "svg" else None)
    plt.close(canvas)
    return drawn.getvalue()


def _size(figure: Figure, rows: int, columns: int) -> tuple[float, float]:
    """The width and height in inches; beside panels there is room for their legends."""
    curves = [len(panel.series) for panel in figure.panels if isinstance(panel, Panel)]
    if not curves:
        return 7 * columns, 7.5 * rows
    return 4 + 4 * columns, 2 + rows * max(3.0, LEGEND_LINE * max(curves))


def _draw_square(axis: Axes, square: Square) -> None:
    """Draw the cells of a square; larger shares are darker."""
    axis.imshow([[part for _, part in row] for row in square.rows], cmap="YlGn", vmin=0, vmax=1.6)
    for down, row in enumerate(square.rows):
        for across, (said, _) in enumerate(row):
            axis.text(across, down, said, ha="center", va="center", fontsize=8)
    axis.set_title(square.title)
    axis.set_xticks([])
    axis.set_yticks([])


def _positive(series: Series) -> bool:
    """Whether a series has a point that a logarithmic axis can show."""
    return any(y > 0 for y in series.y)


def _draw_panel(axis: Axes, panel: Panel, labels: list[str]) -> None:
    """Draw the series of a panel: a colour for each label, a style of line for each run.

    labels: those of all panels
    """
    runs = list(dict.fromkeys(series.run for series in panel.series))
    shown = set()
    for series in panel.series:
        name = f"{series.label} {series.run}".strip()
        if panel.logarithmic and not _positive(series):
            name = f"{name}: 0"
        again, place = divmod(labels.index(series.label), COLOURS)
        colour, style = f"C{place}", (runs.index(series.run) + again) % len(LINES)
        axis.plot(
            series.x,
            series.y,
            LINES[style],
            color=colour,
            alpha=0.35 if name in shown else 1.0,
            label=None if name in shown else name,
            marker=POINTS[style] if len(series.x) == 1 else None,
        )
        shown.add(name)
        if series.low:
            axis.fill_between(series.x, series.low, series.high, color=colour, alpha=0.2, lw=0)
    for mark in panel.marks:
        axis.axvline(mark, color="black", linewidth=0.6)
    if panel.logarithmic:
        axis.set_xscale("log")
        if any(map(_positive, panel.series)):
            axis.set_yscale("log")
    elif panel.names:
        across = max(map(len, panel.names)) * len(panel.names) > ROOM
        axis.set_xticks(range(len(panel.names)), panel.names, rotation=90 if across else 0)
    else:
        axis.locator_params(axis="x", nbins=6)
    axis.set_title(panel.title, fontsize="medium")
    axis.set_xlabel(panel.x_label)
    axis.set_ylabel(panel.y_label)
    axis.grid(alpha=0.3)
    if shown:
        axis.legend(fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))
