"""Prepares types for msgspec before threads use them.

When msgspec first decodes or converts to a type, it reads the annotations and keeps the result. If
two threads do so at the same moment, one of them uses a half-finished result, and the process
crashes (msgspec 0.22, structs and named tuples). So a module prepares its types when it is
imported, if threads decode them.
"""

import sys

import msgspec


def prepare_types(*types: type) -> None:
    """Let msgspec read the annotations of these types, and of the types of their fields."""
    for each in types:
        msgspec.json.Decoder(each)


def prepare_structs(module: str) -> None:
    """Prepare all structs of a module, which calls this at its end with its `__name__`."""
    for each in list(vars(sys.modules[module]).values()):
        if isinstance(each, type) and issubclass(each, msgspec.Struct):
            prepare_types(each)
