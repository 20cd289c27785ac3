"""Reads WebAssembly modules as far as their builder and their hosts need: sections, and how much memory code takes."""

import re
from collections.abc import Iterator

MAGIC = b"\0asm\1\0\0\0"
CUSTOM, CODE, DATA = 0, 10, 11
MEMORY_START = 1 << 17  # where the memory of a host begins; below are the data, and the stack, which grows down
# What a function with a frame begins with: global.get 0, the stack pointer; i32.const, the size of the frame; i32.sub.
FRAME = re.compile(rb"\x23\x80\x80\x80\x80\x00\x41([\x80-\xff]{0,4}[\x00-\x7f])\x6b")


class UnusableModule(ValueError):
    """Bytes that are no module, or one that a host could not run."""


def read_leb128(code: bytes, place: int) -> tuple[int, int]:
    """Read a number in LEB128; return the place behind it too."""
    value = shift = 0
    while True:
        byte = code[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the sections of a module: their number and their content. Raises `UnusableModule`.

    >>> list(sections(MAGIC + bytes([1, 2, 96, 0])))
    [(1, b'`\\x00')]
    """
    if not module.startswith(MAGIC):
        raise UnusableModule(f"no WebAssembly module: {module[:8]!r}")
    place = len(MAGIC)
    while place < len(module):
        try:
            size, begin = read_leb128(module, place + 1)
        except IndexError:
            raise UnusableModule("a module that is cut off") from None
        if begin + size > len(module):
            raise UnusableModule("a module that is cut off")
        yield module[place], module[begin : begin + size]
        place = begin + size


def write_leb128(number: int) -> bytes:
    """Write a number in LEB128.

    >>> write_leb128(300).hex()
    'ac02'
    """
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def strip_custom_sections(module: bytes) -> bytes:
    """Return a module without what is only for linkers and debuggers."""
    kept = [(number, content) for number, content in sections(module) if number != CUSTOM]
    return MAGIC + b"".join(bytes([number]) + write_leb128(len(content)) + content for number, content in kept)


def data_size(module: bytes) -> int:
    """Return how many bytes from address 0 on the module's constant data take."""
    end = 0
    for number, content in sections(module):
        if number == DATA:
            count, place = read_leb128(content, 0)
            for _ in range(count):
                begin, size, place = _segment(content, place)
                end = max(end, begin + size)
    return end


def _segment(content: bytes, place: int) -> tuple[int, int, int]:
    """Return the address and the size of a segment of data, and the place behind it."""
    if content[place] != 0 or content[place + 1] != 0x41:  # active, at a constant address
        raise UnusableModule("data whose address is not constant")
    begin, place = read_leb128(content, place + 2)
    size, place = read_leb128(content, place + 1)  # behind the end of the address
    return begin, size, place + size


def stack_bound(module: bytes) -> int:
    """Return a bound for the stack that code can take: all frames together, as no function calls itself."""
    return sum(
        read_leb128(size, 0)[0]
        for number, content in sections(module)
        if number == CODE
        for size in FRAME.findall(content)
    )


def check_memory(module: bytes) -> None:
    """Check that data and stack have room below the memory of a host. Raises `UnusableModule`."""
    data, stack = data_size(module), stack_bound(module)
    if data + stack > MEMORY_START:
        raise UnusableModule(f"data of {data} bytes and a stack of {stack} do not fit below {MEMORY_START}")
