"""Drives a simulated phone with pure-python-adb, a client that none of us wrote.

Called with the port of an adb server and the address of the phone; prints "all well" at the end.
"""

import os
import re
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

from ppadb.client import Client

server_port, address = int(sys.argv[1]), sys.argv[2]
host, port = address.rsplit(":", 1)
client = Client(host="127.0.0.1", port=server_port)
assert client.version() >= 39, client.version()
assert client.remote_connect(host, int(port)), "connect"


def phone_when_ready(deadline_s=20):
    until = time.monotonic() + deadline_s
    while time.monotonic() < until:
        phone = client.device(address)
        if phone is not None and phone.get_state() == "device":
            return phone
        time.sleep(0.02)
    raise AssertionError("the phone is not ready")


phone = phone_when_ready()
PACKAGE = "org.oddity.notes"


def screen():
    phone.shell("rm -f /sdcard/window_dump.xml")
    said = phone.shell("uiautomator dump /sdcard/window_dump.xml")
    assert "UI hierchary dumped to: /sdcard/window_dump.xml" in said, said
    return ElementTree.fromstring(phone.shell("cat /sdcard/window_dump.xml"))


def widget(**wanted):
    for node in screen().iter("node"):
        if all(node.get(name.replace("_", "-")) == value for name, value in wanted.items()):
            left, top, right, bottom = map(int, re.findall(r"-?\d+", node.get("bounds")))
            return node, (left + right) // 2, (top + bottom) // 2
    raise AssertionError(f"no widget with {wanted}")


# The shell, with what a program prints and how it ends.
assert phone.shell("echo one two").strip() == "one two"
assert phone.shell("getprop ro.build.version.sdk").strip().isdigit()
assert phone.shell("no-such-thing; echo $?").strip().endswith("127")
assert phone.wm_size().width > 0 and phone.wm_density() > 0

# Apps.
assert phone.is_installed(PACKAGE) and not phone.is_installed("org.example.nothing")
phone.shell(f"monkey -p {PACKAGE} -c android.intent.category.LAUNCHER 1")
assert phone.get_top_activity().package == PACKAGE
assert int(phone.get_pid(PACKAGE)) > 0

# Screens and fingers.
root = screen()
assert root.tag == "hierarchy" and any(node.get("package") == PACKAGE for node in root.iter("node"))
clickable = next(node for node in root.iter("node") if node.get("clickable") == "true")
left, top, right, bottom = map(int, re.findall(r"-?\d+", clickable.get("bounds")))
before = ElementTree.tostring(root)
phone.input_tap((left + right) // 2, (top + bottom) // 2)
phone.input_keyevent("KEYCODE_BACK")
phone.input_swipe(500, 1200, 500, 600, 300)

# Pictures.
assert phone.screencap()[:8] == b"\x89PNG\r\n\x1a\n"

# Files, there and back.
with tempfile.TemporaryDirectory() as folder:
    there, back = os.path.join(folder, "there"), os.path.join(folder, "back")
    content = os.urandom(300_000)
    with open(there, "wb") as file:
        file.write(content)
    phone.push(there, "/data/local/tmp/there")
    phone.pull("/data/local/tmp/there", back)
    with open(back, "rb") as file:
        assert file.read() == content

# The log, and an end.
assert "am_proc_start" in phone.shell("logcat -d -b events")
phone.shell(f"am force-stop {PACKAGE}")
assert phone.get_pid(PACKAGE) is None or phone.shell(f"pidof {PACKAGE}").strip() == ""
print("all well")
