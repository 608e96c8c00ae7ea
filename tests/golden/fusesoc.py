#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fusesoc.py TLUT_GEN ARGUMENT... -- the .core file of a package, read and used as FuseSoC does.

FuseSoC is in no Debian release, so its part is played here: the file is parsed as YAML, held against the keys of CAPI2 that
tlut uses, and each target is handed to a tool with nothing but what the file says: Verilator for lint, Yosys for synth. If a
program `fusesoc` is in PATH, it runs the lint target too.
"""
import os
import shutil
import subprocess
import sys
import tempfile

import yaml

# What CAPI2 knows, as far as it is used: https://fusesoc.readthedocs.io/, reference of CAPI2.
TOP = {"CAPI=2", "name", "description", "filesets", "targets"}
FILESET = {"file_type", "files"}
TARGET = {"filesets", "toplevel", "default_tool", "tools"}
FILE_TYPES = {"verilogSource-2005", "SDC"}
VERILATOR = {"mode", "verilator_options"}


def expect(condition, text):
    if not condition:
        sys.exit("error: " + text)


def read_core(path):
    with open(path, encoding="ascii") as source:
        text = source.read()
    expect(text.startswith("CAPI=2:\n"), "the first line is not CAPI=2:")
    core = yaml.safe_load(text)
    expect(set(core) == TOP, f"keys {sorted(core)}")
    expect(core["CAPI=2"] is None, "CAPI=2 has a value")
    vendor, library, name, version = core["name"].split(":")
    expect(vendor and library and version, f"the name '{core['name']}' lacks a part")
    expect(name == os.path.basename(path)[: -len(".core")], f"the name '{name}' is not the file's")
    for label, fileset in core["filesets"].items():
        expect(set(fileset) == FILESET and fileset["file_type"] in FILE_TYPES, f"file set {label}: {fileset}")
    for label, target in core["targets"].items():
        expect(set(target) <= TARGET, f"target {label}: {sorted(target)}")
        expect(set(target["filesets"]) <= set(core["filesets"]), f"target {label} names a file set that is not there")
        expect(target["toplevel"] == name, f"target {label}: toplevel {target['toplevel']}")
    expect("default" in core["targets"], "no target default")
    return core


def sources(core, target, file_type, folder):
    """The files of a target, in order, all within the package."""
    found = []
    for label in core["targets"][target]["filesets"]:
        fileset = core["filesets"][label]
        for name in fileset["files"]:
            expect(not os.path.isabs(name) and ".." not in name.split("/"), f"'{name}' leaves the package")
            expect(os.path.isfile(os.path.join(folder, name)), f"'{name}' is missing")
            if fileset["file_type"] == file_type:
                found.append(name)
    expect(len(found) == len(set(found)) and found, f"target {target}: files {found}")
    return found


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    expect(done.returncode == 0, f"{' '.join(command[:2])} ...:\n{done.stdout[-2000:]}")


def main():
    with tempfile.TemporaryDirectory() as root:
        folder = os.path.join(root, "core")
        subprocess.run([*sys.argv[1:], "-o", folder], check=True, stdout=subprocess.DEVNULL)
        (path,) = [f for f in os.listdir(folder) if f.endswith(".core")]
        core = read_core(os.path.join(folder, path))

        lint = core["targets"]["lint"]
        options = lint["tools"]["verilator"]
        expect(lint["default_tool"] == "verilator" and set(options) <= VERILATOR, f"target lint: {lint}")
        verilog = sources(core, "lint", "verilogSource-2005", folder)
        run(["verilator", "--" + options["mode"], *options["verilator_options"],
             "--top-module", lint["toplevel"], *verilog], folder)

        synth = sources(core, "synth", "verilogSource-2005", folder)
        expect(sources(core, "synth", "SDC", folder) == ["constraints.sdc"], "target synth has no constraints")
        script = "".join(f"read_verilog {name}; " for name in synth)
        run(["yosys", "-q", "-p", script + f"hierarchy -check -top {core['targets']['synth']['toplevel']}; proc; check"],
            folder)
        used = f"verilator, yosys: {len(verilog)} files"
        if shutil.which("fusesoc"):
            run(["fusesoc", "--cores-root", folder, "run", "--target", "lint", "--build-root", os.path.join(root, "build"),
                 core["name"]], root)
            used += ", fusesoc"
        print(f"{path}: {used}")


if __name__ == "__main__":
    main()
