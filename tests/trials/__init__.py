"""Long seeded checks, run by hand: each prints what it tried, how often, and what was lost.

The suite runs a short version of most of them, and of tests marked `thinned` some cases. It leaves
out tests marked `slow`, which `--slow` takes; `--whole` takes all. `python -m tests.trials.NAME`:

hands           a million random hands of each game beside the book
fairness        the deals, the bot's dice, hidden cards
digits          the tests of what computes, with other last digits as on another processor
processors      strategies that machine code makes, on plainer processors: the same bytes
values          139 games by the book's linear program, by lp and by CFR
openspiel       OpenSpiel as a peer, from the extra `bench`
hostile         broken and random strategies, checkpoints and histories, read in one process
commands        strange files, and closed, full and narrow streams, through the real commands
crashes         killed, failing or cut off from power at every call of every save
kills           kill -9 at random times during solve and play
sweeps          kill -9 of workers, and of sweeps that go on later
flops           ten flops on a cluster, a worker of which is killed: the same bytes
disks           a full disk, no permission, a folder that vanishes
signals         signals and faults in every command and screen, in a pseudo-terminal
soak            random keys, mouse, pastes, sizes and bytes, in a pseudo-terminal
exports         the hands that are exported, played again by pokerkit
install         a built wheel in a new environment, of any Python, with the lowest dependencies
faults          small faults put into what has gone wrong in projects of this kind, one by one
coverage        how often the intervals of matches cover the exact result
exploits        restricted responses beside the linear program of the most to be won
unchanged       what users see, before and after a change inside
resolving       safe against unsafe: the second round of no-limit Leduc solved again, exactly
verdicts        what is solved again at the table judged beside a better solution
puzzles         writes the table of puzzles anew
all_ins         counts the all-ins before the flop anew
playthroughs    writes the golden playthroughs anew
"""
