"""Joins two network namespaces by a line that takes a while: delay.py MILLISECONDS NAME ADDRESS NAME ADDRESS.

Linux can slow down a line by itself only where its kernel has netem, and many have not. So each
namespace gets a device of which this process reads and writes the packets. It says "ready" once both are
up, and ends when its input does.
"""

import collections
import ctypes
import fcntl
import os
import select
import struct
import subprocess
import sys
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 1, 0x1000
DEVICE = "apart"
LARGEST = 65536

libc = ctypes.CDLL(None, use_errno=True)


def enter(path):
    """Goes to a network namespace; the devices of this process that are open stay where they are."""
    with open(path) as namespace:
        if libc.setns(namespace.fileno(), CLONE_NEWNET) != 0:
            sys.exit(f"{path}: {os.strerror(ctypes.get_errno())}")


def device(name, address):
    """Opens a device with that address in a namespace."""
    enter(f"/run/netns/{name}")
    opened = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(opened, TUNSETIFF, struct.pack("16sH22x", DEVICE.encode(), IFF_TUN | IFF_NO_PI))
    for words in (f"addr add {address}/24 dev {DEVICE}", f"link set {DEVICE} up", "link set lo up"):
        subprocess.run(["ip", *words.split()], check=True)
    return opened


def relay(ends, delay):
    """Hands each packet to the other end once it is as old as the delay, until the input ends."""
    under_way = collections.deque()
    while True:
        wait = max(0.0, under_way[0][0] - time.monotonic()) if under_way else None
        readable, _, _ = select.select([*ends, sys.stdin], [], [], wait)
        if sys.stdin in readable:
            return
        for end in set(readable) & set(ends):
            packet = os.read(end, LARGEST)
            under_way.append((time.monotonic() + delay, ends[1 - ends.index(end)], packet))
        while under_way and under_way[0][0] <= time.monotonic():
            _, to, packet = under_way.popleft()
            os.write(to, packet)


milliseconds, *names = sys.argv[1:]
ends = [device(*names[:2]), device(*names[2:])]
print("ready", flush=True)
relay(ends, float(milliseconds) / 1000)
