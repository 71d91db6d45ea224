"""Runs unified-planning's own suite with farbank: the report script in the folder up_test_cases of its sources.

python suite.py FOLDER [ARGUMENTS OF report.py]
"""

from __future__ import annotations

import os
import runpy
import sys

import up_farbank

up_farbank.register()
os.chdir(sys.argv[1])
sys.path.insert(0, ".")
sys.argv = ["report.py", "farbank", *(sys.argv[2:] or ["-m", "oneshot", "anytime", "validation"])]
runpy.run_path("report.py", run_name="__main__")
