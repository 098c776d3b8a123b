#!/usr/bin/env python3
"""count.py [TREE]: the figures of a tree that show how it is built.

Lines of code for each concern of each rule system (without blanks, comments and tests), one-word function names,
structs of more than 20 fields, and test binaries. Give it another tree to compare two of them."""
import os
import re
import sys

TREE = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", "..")

# A file belongs to the first concern that names it; what none names is a rule chapter.
CONCERNS = [
    ("trait tables", r"(lib|mod|present/mod)\.rs"),
    ("charts: types, load, check", r"data\.rs"),
    ("schema, fields", r"(schema|fields)(/.*)?\.rs"),
    ("compile document to setup", r"(compile(/.*)?|setup|sides|pieces|placing|midway)\.rs"),
    ("lint", r"lint\.rs"),
    ("position to scenario", r"present/position\.rs"),
    ("state, actions, events", r"(state(/.*)?|action|event|ids|board)\.rs"),
    ("sequence", r"flow\.rs"),
    ("legal list and check", r"(legal|plain|quick|walk)\.rs"),
    ("apply dispatch", r"apply\.rs"),
    ("redact, refusals, validity", r"(redact|why|valid(/.*)?|bounds)\.rs"),
    ("computer players: worth, samples, plans", r"(evaluate|first_evaluate|sample|advi[cs]e.*)\.rs"),
    ("questions, one file each", r"decide/.*\.rs"),
    ("labels", r"present/labels\.rs"),
    ("log", r"present/log\.rs"),
    ("prompt, words", r"present/(prompt|words)\.rs"),
    ("board, tracks, sheets, score, inspect", r"present/(board|views|sheets|inspect)\.rs"),
    ("why not", r"present/(explain|refusals|checks|why_march)\.rs"),
    ("odds texts", r"present/odds\.rs"),
    ("overlays, paths, sight", r"present/(overlay|ways|reach|paths?)\.rs"),
    ("charts view, kit, charts used", r"present/(charts|kit|used)\.rs"),
    ("other views", r"present/.*\.rs"),
]


def rust_files(folder, skip=()):
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in ("target", ".git") and f not in skip)
        for name in sorted(files):
            if name.endswith(".rs"):
                yield os.path.join(at, name)


def program_text(path):
    """The text of a file without its tests."""
    with open(path, encoding="utf-8") as file:
        # A module of tests in the file ends it; one in another file is a line of its declaration.
        return re.split(r"^#\[cfg\(test\)\]\nmod \w+ \{", file.read(), flags=re.M)[0]


def code_lines(text):
    lines = (line.strip() for line in text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def rule_systems():
    old = os.path.join(TREE, "engine/src/rules")
    if os.path.isdir(old):
        return {n.replace("_", "-"): os.path.join(old, n) for n in sorted(os.listdir(old)) if os.path.isdir(os.path.join(old, n))}
    engine = os.path.join(TREE, "engine")
    own = [n for n in sorted(os.listdir(engine)) if os.path.isfile(os.path.join(engine, n, "RULES.md"))]
    return {n: os.path.join(engine, n, "src") for n in own}


def print_concerns():
    systems = rule_systems()
    table = {}
    for name, folder in systems.items():
        for path in rust_files(folder, skip=("tests",)):
            short = os.path.relpath(path, folder).replace(os.sep, "/")
            if os.path.basename(path) == "tests.rs":
                continue
            concern = next((c for c, pattern in CONCERNS if re.fullmatch(pattern, short)), "rule chapters")
            row = table.setdefault(concern, dict.fromkeys(systems, 0))
            row[name] += code_lines(program_text(path))
    print("| concern (code lines) | " + " | ".join(systems) + " |")
    print("|---" * (len(systems) + 1) + "|")
    for concern in [c for c, _ in CONCERNS[:10]] + ["rule chapters"] + [c for c, _ in CONCERNS[10:]]:
        if concern in table:
            print(f"| {concern} | " + " | ".join(f"{n:,}" for n in table[concern].values()) + " |")
    sums = [sum(row[s] for row in table.values()) for s in systems]
    print("| **sum** | " + " | ".join(f"**{n:,}**" for n in sums) + " |")


def main():
    print_concerns()
    names, structs = [], []
    for path in rust_files(TREE, skip=("tests", "benches", "examples")):
        if os.path.basename(path) == "tests.rs":
            continue
        text = program_text(path)
        names += re.findall(r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:const\s+)?fn\s+(\w+)", text, re.M)
        for name, body in re.findall(r"^\s*(?:pub(?:\([^)]*\))?\s+)?struct\s+(\w+)[^;{(]*\{(.*?)^\s*\}", text, re.M | re.S):
            fields = len(re.findall(r"^\s*(?:pub(?:\([^)]*\))?\s+)?\w+\s*:\s", body, re.M))
            if fields > 20:
                structs.append(f"{name} {fields}")
    one = sum("_" not in n for n in names)
    print(f"\none-word function names: {one} of {len(names)}, {100 * one / len(names):.1f} %")
    print(f"structs of more than 20 fields: {len(structs)} ({', '.join(sorted(structs))})")
    binaries = []
    for at, folders, files in os.walk(os.path.join(TREE, "tests")):
        folders[:] = [f for f in folders if f not in ("target", "src")]
        if os.path.basename(at) == "tests" and "Cargo.toml" in os.listdir(os.path.dirname(at)):
            binaries += [f for f in files if f.endswith(".rs")]
            binaries += [f for f in folders if os.path.isfile(os.path.join(at, f, "main.rs"))]
    print(f"test binaries in tests/: {len(binaries)}")


main()
