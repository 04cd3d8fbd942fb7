"""Mutants that no test can tell from the code, each with the reason."""

EDGE = "edge: Array = showdown / np.where(fold > 0, fold, 1)"
ROOT_ROW = "self._add(np.array([-1]), np.array([0]), np.array([1]), np.array([0]))"
TOLERANCE = "a tolerance of rounding: SciPy warns and takes its own, and the tests' games are small"
LINEAR, LAYOUT = "pokerbot/solvers/linear.py", "pokerbot/sequence/layout.py"
REACH, PARTS = "pokerbot/sequence/reach.py", "pokerbot/solvers/learner.py"
MEETING, SUMS, VECTORIZED = (
    f"pokerbot/sequence/operators/{name}.py" for name in ("meeting", "sums", "vectorized")
)

REASONS: dict[str, list[tuple[str, str, str]]] = {
    "only the sign of the edge is looked at": [
        (REACH, EDGE, "(np.where(fold, fold > 0, 1))"),
    ],
    "differs only for hands that no one can hold": [(REACH, EDGE, "(-1)"), (REACH, EDGE, "(0)")],
    "how many hands are played at once": [
        ("pokerbot/evaluation/match.py", "AT_ONCE = 1 << 16", "(17)")
    ],
    "a mark that is neither player": [("pokerbot/evaluation/playout.py", "OVER = 2", "(3)")],
    "in every game both players have as many actions at the most": [
        (
            "pokerbot/solvers/algorithm.py",
            "most = int(max(tree.actions.max() for tree in form.trees))",
            "(min((tree.actions.max() for tree in form.trees)))",
        )
    ],
    "what a betting pays that goes on is never read": [
        (
            "pokerbot/evaluation/playout.py",
            "ends = [(node, net(node, 0) if node.over else 0.0) for node in nodes]",
            "(1.0)",
        )
    ],
    "no deck has a rank of eleven digits": [
        (
            "pokerbot/games/cards.py",
            "rank = int(label) - 1 if label.isascii() and label.isdigit()"
            " and len(label) < 11 else -1",
            "(12)",
        )
    ],
    "both ways give the same numbers: speed alone": [
        (
            VECTORIZED,
            "if tree.rows * outcomes <= MOST_CELLS:",
            "(tree.rows * outcomes < MOST_CELLS)",
        ),
        (
            VECTORIZED,
            "repeated = tree.hands if ends.endings and tree.hands <= MOST_REPEATED else 1",
            "(tree.hands > MOST_REPEATED)",
        ),
        ("pokerbot/sequence/operators/protocol.py", "if hands <= BLOCK:", "(hands < BLOCK)"),
        ("pokerbot/sequence/operators/protocol.py", "BLOCK = 1 << 12", "(2)"),
        (SUMS, "MOST_CELLS = 2_500", "(2501)"),
        (SUMS, "if len(starts) * rows > MOST_CELLS:", "(len(starts) / rows)"),
        (
            SUMS,
            "if len(rows) * len(above) > MOST_CELLS:",
            "(len(rows) * len(above) >= MOST_CELLS)",
        ),
    ],
    "what lies above or at the empty sequence is never read": [
        (LAYOUT, ROOT_ROW, "(-1)"),
        (LAYOUT, ROOT_ROW, "(2)"),
        (VECTORIZED, "into = levels[-1].rows if levels else slice(0, 1)", "(slice(1, 0))"),
        (VECTORIZED, "into = levels[-1].rows if levels else slice(0, 1)", "(0)"),
    ],
    "a real decision at the same place comes later and replaces it": [
        (
            "pokerbot/sequence/form.py",
            "return {",
            "({(self.nodes[node], board): decision for decision, (node, board) in"
            " enumerate(places)})",
        )
    ],
    "one array concatenated is that array": [
        (
            VECTORIZED,
            "return self.collect(outcomes[0] if len(outcomes) == 1 else np.concatenate(outcomes))",
            "(0)",
        )
    ],
    "axis 0 is NumPy's default": [
        (
            SUMS,
            "return np.maximum.reduceat(x, self.starts, axis=0)",
            "(np.maximum.reduceat(x, self.starts))",
        )
    ],
    "NumPy takes any negative length for what is left": [
        (
            MEETING,
            "met = np.matmul(reach, self.matrix).reshape(-1, self.matrix.shape[2] // 2)",
            "(2)",
        ),
    ],
    "the matrix is square": [
        (LINEAR, "b_ub=np.zeros(floor.shape[0]),", "(1)"),
        (LINEAR, "b_ub=np.zeros(floor.shape[0]),", "(-1)"),
    ],
    "a plan below 0 is already below its floor": [
        (
            LINEAR,
            "bounds=[(0, None)] * flow.shape[1] + [(None, None)] * v + [(0, None)] * u,",
            "(-1)",
        )
    ],
    "how SciPy stores it": [
        (
            LINEAR,
            'return sparse.kron(flow, hands, format="csr"), sparse.csr_array(free)',
            "(sparse.kron(flow, hands))",
        )
    ],
    TOLERANCE: [
        (
            LINEAR,
            f'"{side}_feasibility_tolerance": TOLERANCE,',
            f"('X{side}_feasibility_tolerance')",
        )
        for side in ("primal", "dual")
    ],
    "what all parts remember has the same names": [
        (
            PARTS,
            "return {name: np.concatenate([m[name] for m in memories], axis=-1)"
            " for name in memories[0]}",
            "(1)",
        )
    ],
    "the same both ways round": [
        (
            MEETING,
            "np.multiply(reach, -self.removed, out=fold)",
            "(np.multiply(-self.removed, reach, out=fold))",
        ),
        (
            VECTORIZED,
            "return np.equal(best, self.by_row(self.maxima(best))).astype(np.float64)",
            "(np.equal(self.by_row(self.maxima(best)), best))",
        ),
        (
            SUMS,
            "return Ascent(parents, starts, into, np.equal(above, rows[:, None])"
            ".astype(np.float64))",
            "(np.equal(rows[:, None], above))",
        ),
    ],
    "where there is a matrix, nothing else is read": [
        (
            SUMS,
            "return Ascent(parents, starts, into, np.equal(above, rows[:, None])"
            ".astype(np.float64))",
            "(Ascent(starts, parents, into, np.equal(above, rows[:, None]).astype(np.float64)))",
        )
    ],
    "what is multiplied by no chips": [
        (
            VECTORIZED,
            "outcome = np.concatenate([ends.outcome, np.zeros_like(endless)])",
            "(np.ones_like(endless))",
        )
    ],
    "how much rounding is forgiven": [
        ("pokerbot/sequence/floors.py", "ROUNDING = 1e-12", "(2e-12)")
    ],
    "a protocol's default is never read": [
        (
            "pokerbot/solvers/selfplay.py",
            'def plans(self, iterate: str = "average") -> Plans:',
            "('Xaverage')",
        )
    ],
    "the order in which the ends below a row are added up": [
        (VECTORIZED, 'order = np.argsort(row, kind="stable")', "(np.argsort(row))")
    ],
}

EQUIVALENT = {mutant: reason for reason, mutants in REASONS.items() for mutant in mutants}
"""By (file, line of text, what stands there instead)."""
