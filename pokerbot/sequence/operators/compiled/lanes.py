"""Rows of LANES numbers, on all of which a processor works at once.

numba would unroll loops of a few steps into operations on single numbers. Here they stay vectors,
of the processor's width, and each number's sum is in the written order.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

LANES = 16


@intrinsic  # type: ignore[untyped-decorator]
def add_lanes(context: Any, into: Any, row: Any, of: Any, other: Any, factor: Any) -> Any:
    """Add a factor times a row of `of` to a row of `into`; both are [rows, LANES], of one type."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = signature.args[0].dtype
        lanes = ir.VectorType(context.get_data_type(number), LANES)
        align = number.bitwidth // 8

        def place(at: int) -> Any:
            array = context.make_array(signature.args[at])(context, builder, arguments[at])
            row = context.cast(builder, arguments[at + 1], signature.args[at + 1], types.intp)
            first = builder.gep(array.data, [builder.mul(row, ir.Constant(row.type, LANES))])
            return builder.bitcast(first, lanes.as_pointer())

        single = context.cast(builder, arguments[4], signature.args[4], number)
        none, zero = ir.Constant(lanes, ir.Undefined), ir.Constant(ir.IntType(32), 0)
        every = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        factors = builder.shuffle_vector(builder.insert_element(none, single, zero), none, every)
        target = place(0)
        added = builder.fmul(factors, builder.load(place(2), align=align))
        builder.store(builder.fadd(builder.load(target, align=align), added), target, align=align)
        return context.get_dummy_value()

    return types.void(into, row, of, other, factor), generate
