"""Pictures of curves as SVG or PNG, through Matplotlib where it is installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from pokerbot.comparison import Comparison
from pokerbot.errors import InputError

PANELS = {"iterations": "iterations", "nodes_touched": "nodes touched", "seconds": "seconds"}


def check_picture(path: Path) -> None:
    """Raise InputError unless a picture can be drawn to that file."""
    if path.suffix not in (".svg", ".png"):
        raise InputError(f"a picture is .svg or .png, not {path.suffix!r:.20}")
    if not path.resolve().parent.is_dir():
        raise InputError(f"no folder {path.resolve().parent} for the picture")
    if find_spec("matplotlib") is None:
        raise InputError("pictures need Matplotlib: pip install 'pokerbot[plot]'")


def draw_comparison(comparison: Comparison, path: Path) -> None:
    """Draw exploitability over iterations, nodes and seconds, both axes logarithmic."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams |= {"svg.hashsalt": "pokerbot", "svg.fonttype": "none"}
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(1, 3, figsize=(13, 4.2), sharey=True, layout="constrained")
    colors = plt.get_cmap("tab20" if len(comparison.algorithms) > 10 else "tab10")
    for (unit, label), panel in zip(PANELS.items(), panels, strict=True):
        for place, algorithm in enumerate(comparison.algorithms):
            for curve in comparison.of(algorithm):
                panel.loglog(
                    [getattr(point, unit) for point in curve.points],
                    [point.exploitability for point in curve.points],
                    color=colors(place),
                    alpha=1.0 if curve.seed == 0 else 0.35,
                    label=algorithm if curve.seed == 0 else None,
                )
        panel.set_xlabel(label)
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("exploitability (chips per hand)")
    figure.suptitle(comparison.game)
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right upper")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
