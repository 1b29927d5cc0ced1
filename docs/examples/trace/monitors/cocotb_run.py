#!/usr/bin/env python3
"""Builds exit_pins.sv with Icarus Verilog and runs cocotb_test.py on it. Usage: cocotb_run.py FOLDER"""
import sys
from pathlib import Path

from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "writers")]


def main():
    folder = Path(sys.argv[1])
    runner = get_runner("icarus")
    runner.build(
        sources=[HERE / "exit_pins.sv"], hdl_toplevel="exit_pins", build_args=["-g2012"], build_dir=folder
    )
    runner.test(hdl_toplevel="exit_pins", test_module="cocotb_test", build_dir=folder, test_dir=folder)


if __name__ == "__main__":
    main()
