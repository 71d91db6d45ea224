"""Builds wheels that carry the program farbank, with the standard library alone.

This is the build backend of pyproject.toml (PEP 517). As a program it writes wheels into a folder:

    python3 backend/farbank_build.py DIR [--target linux/arm64 ...] [--version 1.2.3]

Without --target it writes the wheel of this machine, and the wheel of up-farbank. The programs are
built by the go command, or taken from --programs DIR, where they are named as a release names
them: farbank-TAG-linux-arm64. The same files give the same bytes.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import os
import platform
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    from pip._vendor import tomli as tomllib

HERE = Path(__file__).resolve().parent.parent  # the folder of pyproject.toml
ROOT = HERE.parent.parent  # of the checkout, if this is one

PLATFORMS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}
"""The platform tags of each target. The programs need no C library, so both kinds of Linux run them."""


def this_target() -> str:
    """Returns the system and processor of this machine, in the words of Go."""
    system = {"win32": "windows", "cygwin": "windows"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    processor = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}.get(machine, machine)
    target = f"{system}/{processor}"
    if target not in PLATFORMS:
        raise SystemExit(f"there is no wheel for {target}; there are {', '.join(PLATFORMS)}")
    return target


def project(folder: Path, version: str | None) -> dict[str, Any]:
    """Returns the table project of a pyproject.toml, with the version."""
    with open(folder / "pyproject.toml", "rb") as f:
        table: dict[str, Any] = tomllib.load(f)["project"]
    if version:
        table["version"] = version
    return table


def python_version(tag: str) -> str:
    """Returns the version of Python's packages (PEP 440) for a tag such as v1.2.3-rc.1."""
    found = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:-(.*))?", tag)
    if found is None:
        raise SystemExit(f"{tag} is no version such as 1.2.3")
    release, rest = str(found[1]), found[2]
    if not rest:
        return release
    pre = re.fullmatch(r"(a|alpha|b|beta|c|rc)\.?(\d+)", rest)
    if pre:
        return release + {"alpha": "a", "beta": "b", "c": "rc"}.get(pre[1], pre[1]) + pre[2]
    return release + "+" + re.sub(r"[^A-Za-z0-9]+", ".", rest).strip(".").lower()


def metadata(table: Mapping[str, Any], folder: Path) -> str:
    """Returns the text of METADATA (core metadata 2.4)."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {table['name']}",
        f"Version: {table['version']}",
        f"Summary: {table['description']}",
        f"License-Expression: {table['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {table['requires-python']}",
    ]
    if table.get("keywords"):
        lines.append("Keywords: " + ",".join(table["keywords"]))
    lines += [f"Classifier: {c}" for c in table.get("classifiers", [])]
    lines += [f"Requires-Dist: {d}" for d in table.get("dependencies", [])]
    for extra, wanted in table.get("optional-dependencies", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {d} ; extra == "{extra}"' for d in wanted]
    lines.append("Description-Content-Type: text/markdown")
    text: str = (folder / str(table["readme"])).read_text("utf-8")
    return "\n".join(lines) + "\n\n" + text


class Wheel:
    """A wheel that is being written."""

    def __init__(self, folder: Path, table: Mapping[str, Any], tag: str):
        self.base = f"{re.sub('[-_.]+', '_', table['name'])}-{table['version']}"
        self.name = f"{self.base}-{tag}.whl"
        self._zip = zipfile.ZipFile(folder / self.name, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self._record: list[str] = []

    def add(self, name: str, content: bytes, mode: int = 0o644) -> None:
        """Adds a file. All have the same date, so that the same files give the same bytes."""
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(info, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(content)}")

    def finish(self, table: Mapping[str, Any], folder: Path, tag: str, pure: bool) -> str:
        """Adds the folder dist-info, and returns the name of the wheel."""
        info = self.base + ".dist-info"
        self.add(f"{info}/METADATA", metadata(table, folder).encode())
        tags = [f"Tag: {'-'.join(tag.split('-')[:2])}-{p}" for p in tag.split("-")[2].split(".")]
        wheel = ["Wheel-Version: 1.0", "Generator: farbank_build", f"Root-Is-Purelib: {str(pure).lower()}", *tags]
        self.add(f"{info}/WHEEL", ("\n".join(wheel) + "\n").encode())
        for licence in (folder / "LICENSE", ROOT / "LICENSE"):
            if licence.is_file():
                self.add(f"{info}/licenses/LICENSE", licence.read_bytes())
                break
        lines = [*self._record, f"{info}/RECORD,,"]
        info_record = zipfile.ZipInfo(f"{info}/RECORD", (1980, 1, 1, 0, 0, 0))
        info_record.external_attr = 0o100644 << 16
        self._zip.writestr(info_record, "\n".join(lines) + "\n")
        self._zip.close()
        return self.name


def sources(folder: Path) -> Iterator[Path]:
    """Yields the files of a package."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".py", ".typed", ".pyi"):
            yield path


def build_program(target: str, out: Path) -> bytes:
    """Builds the program for a target, and returns it."""
    system, processor = target.split("/")
    path = out / ("farbank.exe" if system == "windows" else "farbank")
    env = {**os.environ, "CGO_ENABLED": "0", "GOOS": system, "GOARCH": processor}
    if not (ROOT / "cmd" / "farbank").is_dir():
        raise SystemExit("the program is built in a checkout; pip install farbank from a wheel needs none")
    stamp = "-buildvcs=auto"
    subprocess.run(
        ["go", "build", "-trimpath", stamp, "-ldflags", "-s -w", "-o", str(path), "./cmd/farbank"],
        cwd=ROOT,
        env=env,
        check=True,
    )
    return path.read_bytes()


def released(programs: Path, target: str) -> bytes:
    """Returns the program of a release."""
    end = target.replace("/", "-") + (".exe" if target.startswith("windows/") else "")
    found = [
        p
        for p in programs.iterdir()
        if p.name.startswith("farbank-") and p.name.endswith(end) and "server" not in p.name
    ]
    if len(found) != 1:
        raise SystemExit(f"{programs} has {len(found)} programs farbank-*-{end}")
    return found[0].read_bytes()


def program_wheel(
    folder: Path, target: str, version: str | None, programs: Path | None = None, editable: bool = False
) -> str:
    """Writes the wheel of a target, and returns its name."""
    table = project(HERE, version)
    tag = "py3-none-" + PLATFORMS[target]
    with tempfile.TemporaryDirectory() as made:
        program = released(programs, target) if programs else build_program(target, Path(made))
    wheel = Wheel(folder, table, tag)
    if editable:
        wheel.add("farbank.pth", (str(HERE / "src") + "\n").encode())
    else:
        for path in sources(HERE / "src"):
            wheel.add(path.relative_to(HERE / "src").as_posix(), path.read_bytes())
    name = "farbank.exe" if target.startswith("windows/") else "farbank"
    wheel.add(f"{wheel.base}.data/scripts/{name}", program, 0o755)
    return wheel.finish(table, HERE, tag, pure=False)


def planning_wheel(folder: Path, version: str | None) -> str:
    """Writes the wheel of up-farbank, and returns its name."""
    here = HERE / "up"
    table = project(here, version)
    wheel = Wheel(folder, table, "py3-none-any")
    for path in sources(here / "src"):
        wheel.add(path.relative_to(here / "src").as_posix(), path.read_bytes())
    return wheel.finish(table, here, "py3-none-any", pure=True)


# The hooks of PEP 517 and PEP 660.


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Builds the wheel of this machine."""
    return program_wheel(Path(wheel_directory), this_target(), os.environ.get("FARBANK_VERSION"))


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Builds a wheel that refers to the sources."""
    return program_wheel(Path(wheel_directory), this_target(), os.environ.get("FARBANK_VERSION"), editable=True)


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Packs the sources of this package; the program is built where there is a checkout."""
    table = project(HERE, os.environ.get("FARBANK_VERSION"))
    base = f"{table['name']}-{table['version']}"
    name = base + ".tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as tar:
        files = [
            HERE / "pyproject.toml",
            HERE / "README.md",
            HERE / "backend" / "farbank_build.py",
            *sources(HERE / "src"),
        ]
        for path in files:
            tar.add(path, f"{base}/{path.relative_to(HERE).as_posix()}")
        info = tarfile.TarInfo(f"{base}/PKG-INFO")
        text = metadata(table, HERE).encode()
        info.size = len(text)
        tar.addfile(info, io.BytesIO(text))
    return name


def main() -> None:
    """Writes wheels into a folder."""
    parser = argparse.ArgumentParser(description="Builds the wheels of farbank and up-farbank.")
    parser.add_argument("folder", type=Path, help="the folder to write into")
    parser.add_argument(
        "--target", action="append", help="a system and processor, as linux/arm64; default: this machine's"
    )
    parser.add_argument("--version", help="the version, or the tag of a release; default: that of pyproject.toml")
    parser.add_argument("--programs", type=Path, help="a folder with the programs of a release")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    version = python_version(given.version) if given.version else None
    for target in given.target or [this_target()]:
        print(program_wheel(given.folder, target, version, given.programs))
    if (HERE / "up" / "pyproject.toml").is_file():
        print(planning_wheel(given.folder, version))


if __name__ == "__main__":
    main()
