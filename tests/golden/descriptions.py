#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""descriptions.py TLUT_GEN COUNT [SEED] -- what a package says about itself is true, for named corners and COUNT random cores:

- component.xml has the ports that Yosys finds in the Verilog, maps buses to such ports, lists each file once, and has the
  manifest's parameters; the .core file has the Verilog files of files.f;
- the header compiles as C and C++ with all warnings, and its numbers are those of manifest.json;
- effective.xml makes the same package again.

Without SEED it is taken from the clock, and printed. Planted errors have to be found first.
"""
import filecmp
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree

import yaml

XML = {"i": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
COMPILERS = (["cc", "-std=c11"], ["c++", "-std=c++11", "-x", "c++"])
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror".split()
CORNERS = (
    "--mu 1 --luts 1 --fetchers 1 --reuse 1 --act int2 --if raw",
    "--mu 6 --luts 1 --fetchers 1 --reuse 1 --act int16 --max-n 16777216 --mhz 10000",
    "--mu 3 --luts 5 --fetchers 3 --cores 3 --lanes 5 --weights pack5 --act fp8_e5m2 --name n",
    "--kind multiplier --luts 3 --fetchers 2 --act fp16 --lanes 2 --if raw --name reg",
    "--kind multiplier --luts 1 --fetchers 1 --reuse 1 --act int16 --weight-bits 2 --mhz 1",
    "--kind signflip --luts 7 --fetchers 5 --reuse 256 --act bf16 --acc bf16 --weights trit2",
    "--mu 2 --luts 3 --fetchers 2 --acc int6 --overflow saturate --name " + "x" * 64,
)


def random_core(rng):
    """Flags; many are refused, which is not this test's matter."""
    flags = {"kind": rng.choice(["lut", "lut", "lut", "signflip", "multiplier"])}

    def sometimes(share, name, values):
        if rng.random() < share:
            flags[name] = rng.choice(values)

    if flags["kind"] == "lut":
        flags["mu"] = rng.randint(1, 6)
        sometimes(0.3, "network", ["chain", "naive"])
        sometimes(0.3, "build", ["sequential"])
        sometimes(0.2, "half", ["false"])
        sometimes(0.2, "widths", ["uniform"])
        sometimes(0.3, "weights", ["trit2", "pack5"])
    sometimes(0.4, "weight-bits", ["2"])
    flags.update(luts=rng.choice([1, 2, 3, 5, 8, 13]), fetchers=rng.choice([1, 2, 3, 7, 16]), reuse=rng.choice([1, 3, 8, 256]))
    flags["act"] = rng.choice([f"int{b}" for b in range(2, 17)] + ["fp8_e4m3", "fp8_e5m2", "fp16", "bf16", "fp32"])
    sometimes(0.3, "cores", [2, 3, 7])
    sometimes(0.3, "lanes", [2, 3, 16])
    sometimes(0.3, "if", ["raw"])
    sometimes(0.2, "range", ["symmetric"])
    sometimes(0.2, "arith", ["ieee", "aligned"])
    sometimes(0.2, "window", range(4, 49))
    sometimes(0.2, "zero-gate", ["on"])
    sometimes(0.2, "negate", ["early"])
    sometimes(0.3, "max-n", [1, 2, 100, 16777216])
    for stage in ("build", "fetch", "reduce"):
        sometimes(0.3, "pipe-" + stage, range(9))
    sometimes(0.3, "mhz", [1, 3, 333, 9999])
    return [word for name, value in flags.items() for word in ("--" + name, str(value))]


def verilog_ports(folder, top):
    script = f"read_verilog {top}.v; proc; write_json ports.json"
    subprocess.run(["yosys", "-q", "-p", script], cwd=folder, check=True)
    path = os.path.join(folder, "ports.json")
    with open(path, encoding="ascii") as source:
        ports = json.load(source)["modules"][top]["ports"]
    os.remove(path)
    return {name: (port["direction"].removesuffix("put"), len(port["bits"])) for name, port in ports.items()}


def check_ipxact(folder, top, manifest):
    root = ElementTree.parse(os.path.join(folder, "component.xml")).getroot()
    want, have = verilog_ports(folder, top), {}
    for port in root.iterfind("i:model/i:ports/i:port", XML):
        left = port.findtext("i:wire/i:vectors/i:vector/i:left", "0", XML)
        have[port.findtext("i:name", "", XML)] = (port.findtext("i:wire/i:direction", "", XML), int(left) + 1)
    if list(have.items()) != list(want.items()):
        yield f"component.xml: ports {have}, the Verilog has {want}"
    for bus in root.iterfind("i:busInterfaces/i:busInterface", XML):
        mapped = [name.text for name in bus.iterfind(".//i:physicalPort/i:name", XML)]
        if not mapped or not set(mapped) <= set(want):
            yield f"component.xml: a bus of {mapped}"
        for number in bus.iterfind("i:parameters/i:parameter", XML):
            if number.findtext("i:name", "", XML) == "TDATA_NUM_BYTES":
                data = bus.findtext("i:name", "", XML) + "_tdata"
                if want.get(data, ("", 0))[1] != 8 * int(number.findtext("i:value", "", XML)):
                    yield f"component.xml: bytes of {data}"
    listed = sorted(name.text for name in root.iterfind("i:fileSets/i:fileSet/i:file/i:name", XML))
    if listed != sorted(set(manifest["files"]) - {"component.xml"} | {"manifest.json"}):
        yield f"component.xml: files {listed}"
    said = {p.findtext("i:displayName", "", XML): p.findtext("i:value", "", XML).strip('"')
            for p in root.iterfind("i:parameters/i:parameter", XML)}
    for name, value in manifest["parameters"].items():
        if said.get(name) != str(value):
            yield f"component.xml: {name} is {said.get(name)}, not {value}"


def check_core(folder, top):
    with open(os.path.join(folder, top + ".core"), encoding="ascii") as source:
        listed = yaml.safe_load(source)["filesets"]["rtl"]["files"]
    with open(os.path.join(folder, "files.f"), encoding="ascii") as source:
        want = [line.strip() for line in source if not line.startswith("//")]
    if sorted(listed) != sorted(want):
        yield f"{top}.core: files {listed}"


def check_header(folder, top, manifest, scratch):
    prefix = top.upper() + "_"
    with open(os.path.join(folder, top + ".h"), encoding="ascii") as source:
        functions = re.findall(r"static inline \w+ (\w+)\(", source.read())
    text = f'#include <stdio.h>\n#include "{top}.h"\nint main(void)\n{{\n    puts({prefix}DIGEST);\n'
    for name in sorted(manifest["derived"]):
        text += f'    printf("{name} %lld\\n", (long long){prefix}{name.upper()});\n'
    text += "".join(f"    (void){name};\n" for name in functions) + "    return 0;\n}\n"
    with open(os.path.join(scratch, "use.c"), "w", encoding="ascii") as out:
        out.write(text)
    for compiler in COMPILERS:
        run = subprocess.run([*compiler, *WARNINGS, "-I", folder, "use.c", "-o", "use"], cwd=scratch, capture_output=True,
                             text=True, check=False)
        if run.returncode:
            yield f"{top}.h: {run.stderr}"
            return
    said = subprocess.run(["./use"], cwd=scratch, capture_output=True, text=True, check=True).stdout.splitlines()
    want = [manifest["digest"]] + [f"{name} {manifest['derived'][name]}" for name in sorted(manifest["derived"])]
    yield from (f"{top}.h: {have}, the manifest has {line}" for have, line in zip(said, want) if have != line)


def different(folder, other):
    comparison = filecmp.dircmp(folder, other)
    wrong = comparison.left_only + comparison.right_only + comparison.funny_files
    wrong += filecmp.cmpfiles(folder, other, comparison.common_files, shallow=False)[1]
    for name in comparison.common_dirs:
        wrong += different(os.path.join(folder, name), os.path.join(other, name))
    return wrong


def check_again(gen, folder, scratch):
    again = os.path.join(scratch, "again")
    subprocess.run([gen, os.path.join(folder, "effective.xml"), "-o", again], check=True, stdout=subprocess.DEVNULL)
    wrong = different(folder, again)
    shutil.rmtree(again)
    if wrong:
        yield f"effective.xml makes another package: {wrong}"


def check(gen, folder, scratch):
    with open(os.path.join(folder, "manifest.json"), encoding="ascii") as source:
        manifest = json.load(source)
    top = "tlut_" + manifest["name"]
    yield from check_ipxact(folder, top, manifest)
    yield from check_core(folder, top)
    yield from check_header(folder, top, manifest, scratch)
    yield from check_again(gen, folder, scratch)


def planted(gen, folder, scratch):
    """Each of these changes of a good package has to be found."""
    for name, before, after in (
            ("component.xml", "<ipxact:left>7<", "<ipxact:left>8<"),
            ("component.xml", "<ipxact:direction>out<", "<ipxact:direction>in<"),
            ("component.xml", "<ipxact:name>rtl/tlut_skid.v<", "<ipxact:name>rtl/tlut_acc.v<"),
            ("component.xml", "<ipxact:value>16384<", "<ipxact:value>16383<"),
            ("tlut_good.core", "- rtl/tlut_skid.v", "- rtl/tlut_acc.v"),
            ("tlut_good.h", "KEY_W 3 ", "KEY_W 4 "),
            ("effective.xml", 'reuse="8"', 'reuse="7"')):
        path = os.path.join(folder, name)
        with open(path, encoding="ascii") as source:
            good = source.read()
        for text in (good.replace(before, after, 1), good):
            with open(path, "w", encoding="ascii") as out:
                out.write(text)
            complaints = list(check(gen, folder, scratch))
            if (text == good) != (complaints == []):
                sys.exit(f"error: '{after}' in {name}: {complaints or 'not found'}")


def main(gen, count, seed):
    print(f"seed {seed}", flush=True)
    rng, refused, wrong = random.Random(seed), 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        good = os.path.join(scratch, "good")
        subprocess.run([gen, *"--mu 2 --luts 1 --fetchers 1 --act int4 --name good -o".split(), good], check=True,
                       stdout=subprocess.DEVNULL)
        planted(gen, good, scratch)
        todo = [corner.split() for corner in CORNERS]
        while todo or count > 0:
            flags, corner = (todo.pop(), True) if todo else (random_core(rng), False)
            folder = os.path.join(scratch, "core")
            run = subprocess.run([gen, *flags, "-o", folder], capture_output=True, text=True, check=False)
            if run.returncode:
                refused += 1
                if corner or "error[E" not in run.stderr or os.path.exists(folder):
                    sys.exit(f"error: {' '.join(flags)}: {run.stderr}")
                continue
            count -= not corner
            for complaint in check(gen, folder, scratch):
                print(f"error: {' '.join(flags)}: {complaint}", file=sys.stderr)
                wrong += 1
            shutil.rmtree(folder)
    print(f"{refused} random combinations were refused")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())))
