#!/usr/bin/env python3
"""Measures pyssim, OpenCV and tesseract beside oddity-vision, in one run, and prints the ratios.

    crates/vision/benches/peers.py [FOLDER]

Makes a virtual environment in FOLDER (left out: a new one in the temporary folder), installs the peers from the Python index,
and has the bench of the crate measure itself. CPU time, one thread, median of rounds. Reading texts is measured where the program
`tesseract` is installed: once for each crop, and as oddity starts it, once for all.
"""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

PEERS = ["pyssim==0.7.1", "opencv-python-headless", "pillow", "numpy"]
CRATE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SIZES = {"full": (720, 1280), "crop": (160, 96)}


def inside(folder):
    """Comes back in the virtual environment."""
    python = os.path.join(folder, "bin", "python")
    if not os.path.exists(python):
        subprocess.check_call([sys.executable, "-m", "venv", folder])
        subprocess.check_call([python, "-m", "pip", "install", "-q", *PEERS])
    env = {**os.environ, "ODDITY_PEERS": folder, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    os.execve(python, [python, os.path.abspath(__file__), folder], env)


def picture(np, image, width, height, number):
    """As `picture` in tests/peers.rs."""
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    a = np.empty((height, width, 3), np.uint8)
    a[:] = (240, 238, 235)
    a[y < height // 5] = (33, 100, 200)
    box = (x >= width // 4) & (x < width // 2) & (y >= height // 3) & (y < 2 * height // 3)
    for channel, value in enumerate(((x * 7 + number * 31) % 256, (y * 5) % 256, x * 0 + number * 60 % 256)):
        a[..., channel][box] = value[box]
    a[(y % 9 == number % 9) & (x % 4 != 0) & (y > height // 5)] = (20, 20, 20)
    return image.fromarray(a)


def timed(work, rounds):
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return statistics.median(times) * 1000


def decoding(cv2, np, folder):
    """A screen as phones send it, for both; OpenCV's milliseconds."""
    from PIL import Image

    file = os.path.join(folder, "screen.png")
    picture(np, Image, *SIZES["full"], 0).convert("RGBA").save(file)
    data = np.fromfile(file, np.uint8)
    return file, timed(lambda: cv2.imdecode(data, cv2.IMREAD_UNCHANGED), 15)


def reading(folder):
    """Milliseconds for a crop: with a command line for each, and with one for all."""
    from PIL import Image, ImageDraw, ImageFont

    words = ["Save", "New note", "Settings", "Delete all", "Milk, eggs, bread", "Undo", "3 tasks", "Search"]
    files = []
    for number in range(24):
        crop = Image.new("RGB", (420, 64), (250, 250, 250))
        text = f"{words[number % len(words)]} {number}"
        ImageDraw.Draw(crop).text((12, 10), text, (30, 30, 30), ImageFont.load_default(36))
        files.append(os.path.join(folder, f"{number}.png"))
        crop.save(files[-1])
    names = os.path.join(folder, "list.txt")
    with open(names, "w") as file:
        file.write("\n".join(files) + "\n")

    def run(source):
        args = ["tesseract", source, os.path.join(folder, "read"), "--psm", "7"]
        env = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        subprocess.run(args, check=True, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def spent(work):
        usage = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        begin = usage()
        work()
        return (usage() - begin) * 1000 / len(files)

    each = lambda: [run(file) for file in files]
    return statistics.median(spent(each) for _ in range(3)), statistics.median(spent(lambda: run(names)) for _ in range(3))


def main():
    import cv2
    import numpy as np
    from PIL import Image
    from ssim import SSIM

    cv2.setNumThreads(1)
    folder = tempfile.mkdtemp(prefix="oddity-peers-")
    png, decoded = decoding(cv2, np, folder)
    ours = subprocess.run(
        ["cargo", "bench", "-q", "--bench", "looks", "--", "--plain"],
        cwd=CRATE, check=True, capture_output=True, text=True, env={**os.environ, "ODDITY_PNG": png},
    ).stdout
    ours = dict(line.split() for line in ours.splitlines() if line.count(" ") == 1)
    rows = []
    for name, (width, height) in SIZES.items():
        one, other = (picture(np, Image, width, height, number) for number in (0, 1))
        theirs = timed(lambda: SSIM(one).cw_ssim_value(other), 3 if name == "full" else 9)
        rows.append((f"CW-SSIM as pyssim, {name}", "pyssim", theirs, float(ours[f"pyssim-{name}"])))
        rows.append((f"CW-SSIM of the literature, {name}", "", 0.0, float(ours[f"wavelet-{name}"])))

    def signature(seed):
        weights = np.random.default_rng(seed).random(32).astype(np.float32)
        return np.stack([weights / weights.sum(), np.arange(32, dtype=np.float32)], axis=1)

    a, b = signature(1), signature(2)
    many = 2000
    theirs = timed(lambda: [cv2.EMD(a, b, cv2.DIST_L1) for _ in range(many)], 5) / many
    rows.append(("EMD on a line, 32 bins", "OpenCV", theirs, float(ours["emd-line"])))
    rows.append(("PNG of a screen", "OpenCV", decoded, float(ours["png"])))
    if shutil.which("tesseract"):
        each, batch = reading(folder)
        rows.append(("OCR of a crop", "tesseract", each, batch))
    shutil.rmtree(folder)
    print(f"{'what':40} {'peer':9} {'peer ms':>12} {'ours ms':>12} {'ratio':>8}")
    for what, peer, theirs, own in rows:
        ratio = f"{theirs / own:8.0f}" if theirs else ""
        print(f"{what:40} {peer:9} {theirs:12.5f} {own:12.6f} {ratio}")


if __name__ == "__main__":
    if os.environ.get("ODDITY_PEERS"):
        main()
    else:
        inside(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp(prefix="oddity-peers-"))
