"""Vectors of sixteen numbers, for the innermost loops of compiled code.

The compiler does not turn loops over rows of one array into vector instructions, because it cannot
know that the rows are different. These functions say so: each becomes a few instructions on whole
registers, on any processor. They can be called by compiled code only.
"""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.datamodel.registry import register_default
from numba.extending import intrinsic

from games.core.solver.lattice import Floats

LANES = 16
"""Numbers in a vector."""
BYTES = 8

_IR = ir.VectorType(ir.DoubleType(), LANES)


class Vector(types.Type):
    """The type of a vector in compiled code."""

    def __init__(self) -> None:
        super().__init__(name=f"Vector({LANES})")


@register_default(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _IR)  # type: ignore[no-untyped-call]


_VECTOR = Vector()


def _address(context: Any, builder: Any, array_type: Any, args: Any) -> Any:
    """Return the address of LANES numbers of an array: args are array, row and first column."""
    array = context.make_array(array_type)(context, builder, args[0])
    strides = cgutils.unpack_tuple(builder, array.strides, 2)  # type: ignore[no-untyped-call]
    offset = builder.add(
        builder.mul(args[1], strides[0]), builder.mul(args[2], ir.Constant(ir.IntType(64), BYTES))
    )
    kind = ir.PointerType(_IR)
    return cgutils.pointer_add(builder, array.data, offset, kind)  # type: ignore[no-untyped-call]


@intrinsic
def _load(_context: Any, array: Any, _row: Any, _first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(context, builder, signature.args[0], args), align=BYTES)

    return _VECTOR(array, types.int64, types.int64), generate


@intrinsic
def _store(_context: Any, array: Any, _row: Any, _first: Any, _vector: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[3], _address(context, builder, signature.args[0], args), align=BYTES)
        return context.get_dummy_value()

    return types.none(array, types.int64, types.int64, _VECTOR), generate


@intrinsic
def _full(_context: Any, _number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        one = builder.insert_element(
            ir.Constant(_IR, ir.Undefined), args[0], ir.Constant(ir.IntType(32), 0)
        )
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return builder.shuffle_vector(one, ir.Constant(_IR, ir.Undefined), mask)

    return _VECTOR(types.float64), generate


@intrinsic
def _add(_context: Any, _one: Any, _other: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.fadd(*args)

    return _VECTOR(_VECTOR, _VECTOR), generate


@intrinsic
def _multiply(_context: Any, _one: Any, _other: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.fmul(*args)

    return _VECTOR(_VECTOR, _VECTOR), generate


@intrinsic
def _where_greater(_context: Any, _one: Any, _other: Any, _yes: Any, _no: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", args[0], args[1]), args[2], args[3])

    return _VECTOR(_VECTOR, _VECTOR, _VECTOR, _VECTOR), generate


load = cast(Callable[[Floats, int, int], Vector], _load)
"""Return the numbers of an array, (rows, columns), in a row from a column on."""
store = cast(Callable[[Floats, int, int, Vector], None], _store)
"""Write a vector into a row of an array, from a column on."""
full = cast(Callable[[float], Vector], _full)
"""Return a vector of equal numbers."""
add = cast(Callable[[Vector, Vector], Vector], _add)
"""Return the sums of two vectors."""
multiply = cast(Callable[[Vector, Vector], Vector], _multiply)
"""Return the products of two vectors."""
where_greater = cast(Callable[[Vector, Vector, Vector, Vector], Vector], _where_greater)
"""Return the third vector where the first is greater than the second, elsewhere the fourth."""
