"""Mutants that no test can tell from the code, each with the reason."""

EDGE = "edge: Array = met[:, SHOWDOWN] / np.where(met[:, FOLD] > 0, met[:, FOLD], 1)"
ROOT_ROW = "self._add(np.array([-1]), np.array([-1]), np.array([1]), np.array([0]))"
SHAPE = "return _Dense(np.matmul(reach, self.matrix).reshape(-1, reach.shape[2]))"
TOLERANCE = "a tolerance of rounding: SciPy warns and takes its own, and the tests' games are small"
LINEAR, LAYOUT = "pokerbot/solvers/linear.py", "pokerbot/sequence/layout.py"
BOTS, OPERATORS = "pokerbot/evaluation/bots.py", "pokerbot/sequence/operators.py"

REASONS: dict[str, list[tuple[str, str, str]]] = {
    "only the sign of the edge is looked at": [
        (BOTS, EDGE, "(np.where(met[:, FOLD], met[:, FOLD] > 0, 1))"),
    ],
    "differs only for hands that no one can hold": [(BOTS, EDGE, "(-1)"), (BOTS, EDGE, "(0)")],
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
    "the first check of a round is always player 1's": [
        (
            "pokerbot/games/betting.py",
            "return Betting(chips, histories, 1 - player, actions=1)",
            "(1 + player)",
        )
    ],
    "no deck has a rank of eleven digits": [
        (
            "pokerbot/games/rules.py",
            "rank = int(label) - 1 if label.isascii() and label.isdigit()"
            " and len(label) < 11 else -1",
            "(12)",
        )
    ],
    "both ways give the same numbers: speed alone": [
        (
            "pokerbot/sequence/compile.py",
            "if rows * outcomes > MOST_CELLS:",
            "(rows * outcomes <= MOST_CELLS)",
        ),
        (
            "pokerbot/solvers/algorithm.py",
            "return ByBlocks(tree, sigma, make) if len(tree.blocks) > 1 else make(tree, sigma)",
            "(make(tree, sigma) if len(tree.blocks) > 1 else ByBlocks(tree, sigma, make))",
        ),
        (
            "pokerbot/sequence/groups.py",
            "if len(rows) * len(above) > MOST_CELLS:",
            "(len(rows) * len(above) >= MOST_CELLS)",
        ),
    ],
    "the width of a tree of lines, whose columns are deals, is never read": [
        (
            "pokerbot/sequence/compile.py",
            "tree = layout.tree(1, _sorted(layout.rows, own, ends.outcome, ends.chips, ()))",
            "(2)",
        )
    ],
    "what lies above or at the empty sequence is never read": [
        (LAYOUT, ROOT_ROW, "(-1)"),
        (LAYOUT, ROOT_ROW, "(2)"),
        (
            LAYOUT,
            "into = self._levels[-1].rows if self._levels else slice(0, 1)",
            "(slice(1, 0))",
        ),
    ],
    "a real decision at the same place comes later and replaces it": [
        (
            "pokerbot/sequence/form.py",
            "return {",
            "({(self.nodes[node], board): decision for decision, (node, board) in"
            " enumerate(zip(self.node.tolist(), self.board.tolist(), strict=True))})",
        )
    ],
    "the two kernels in the other order": [
        (
            "pokerbot/sequence/compile.py",
            "at = np.flatnonzero(shown == on_board)",
            "(shown != on_board)",
        )
    ],
    "one array concatenated is that array": [
        (
            OPERATORS,
            "joined = outcomes[0] if len(outcomes) == 1 else np.concatenate(outcomes)",
            "(0)",
        )
    ],
    "axis 0 is NumPy's default": [
        (
            OPERATORS,
            "first = np.minimum.reduceat(candidates, tree.starts, axis=0)",
            "(np.minimum.reduceat(candidates, tree.starts))",
        )
    ],
    "NumPy takes any negative length for what is left": [
        ("pokerbot/sequence/showdown.py", SHAPE, "(2)"),
    ],
    "an algorithm without a batch is given its deals": [
        ("pokerbot/solvers/algorithm.py", "batch = made.batch or 1", "(0)"),
        ("pokerbot/solvers/algorithm.py", "batch = made.batch or 1", "(made.batch)"),
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
            'return flow, sparse.kron(floor, hands, format="csr")',
            "(sparse.kron(floor, hands))",
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
    "equal weights are uniform play, whatever they are": [
        (
            "pokerbot/solvers/sampling.py",
            "even = normalize(line.tree, np.zeros_like(sigma))",
            "(np.ones_like(sigma))",
        )
    ],
}

EQUIVALENT = {mutant: reason for reason, mutants in REASONS.items() for mutant in mutants}
"""By (file, line of text, what stands there instead)."""
