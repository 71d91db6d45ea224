"""Runs the examples of the docs: of the docstrings, and of the README's blocks pycon."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import re
import sys

failed = tried = 0
for name in ("farbank", "farbank._types", "farbank._ask"):
    result = doctest.testmod(importlib.import_module(name))
    failed, tried = failed + result.failed, tried + result.attempted
parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
for page in sys.argv[1:]:
    text = pathlib.Path(page).read_text("utf-8")
    blocks = "".join(m[1] for m in re.finditer(r"```pycon\n(.*?)```", text, re.DOTALL))
    outcome = runner.run(parser.get_doctest(blocks, {}, page, page, 0))
    failed, tried = failed + outcome.failed, tried + outcome.attempted
print(f"{tried} examples, {failed} failures")
sys.exit(failed > 0 or tried < 20)
