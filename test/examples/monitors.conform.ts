import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { createTempFolder } from '../cli/support/run-cli.js';
import { hasTool } from '../support/external-tool.js';

const FOLDER = join(findPackageRoot(), 'docs', 'examples', 'trace', 'monitors');
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');
/** The output folder that the README uses with cocotb. */
const OUTPUT = '/tmp/cocotb';
const folder = createTempFolder();

/** Returns whether cocotb is installed. Debian does not package it, so it is missing in CI. */
function hasCocotb(): boolean {
  const isInstalled = spawnSync('python3', ['-c', 'import cocotb_tools']).status === 0;
  if (!isInstalled)
    process.stderr.write('Skipping one test because cocotb is not installed (pip install cocotb)\n');
  return isInstalled;
}

it.skipIf(!hasTool('verilator', 'verilator'))(
  'the UVM-style monitor compiles with the command in its README',
  () => {
    const command = /^\$ (verilator .*)$/m.exec(README)![1]!;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: FOLDER, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  },
);

/**
 * A Python program that runs a monitor for three clock cycles with cocotb stubbed out. The design reports the exit of
 * the last id, 7, and then makes id 0 visible.
 */
const STUB_PROGRAM = `
import asyncio, sys, types
from types import SimpleNamespace

class RisingEdge:
    def __init__(self, clock):
        self.clock = clock
    def __await__(self):
        self.clock.advance()
        return asyncio.sleep(0).__await__()

sys.modules["cocotb"] = types.ModuleType("cocotb")
sys.modules["cocotb.triggers"] = SimpleNamespace(RisingEdge=RisingEdge)
from cocotb_monitor import ExitMonitor, watch

names = ("exited", "exited_packer", "exited_id", "visible", "visible_packer", "visible_id")
signals = SimpleNamespace(**{name: SimpleNamespace(value=0) for name in names})
monitor = ExitMonitor(signals, sys.stdout, last_id=7, exits_by_export=sys.argv[1] == "export")
monitor.formed(0, 7, 3)

class Clock:
    edges = iter([{}, {"exited": 1, "exited_id": 7}, {"exited": 0, "visible": 1, "visible_id": 0}])
    def advance(self):
        values = next(self.edges, None)
        if values is None:
            raise EOFError
        for name, value in values.items():
            getattr(signals, name).value = value

try:
    asyncio.run(watch(monitor, Clock()))
except EOFError:
    pass
`;

it.skipIf(!hasTool('python3', 'python3'))('the cocotb monitor writes what it observes in each cycle', () => {
  const runMonitor = (exits: string): unknown[] =>
    execFileSync('python3', ['-c', STUB_PROGRAM, exits], {
      encoding: 'utf8',
      env: {
        ...process.env,
        PYTHONPATH: `${FOLDER}:${join(FOLDER, '..', 'writers')}`,
        PYTHONDONTWRITEBYTECODE: '1',
      },
    })
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const exit = { kind: 'section-exit', cycle: 1, wave: 3, packer: 0 };
  const visible = { kind: 'exiting-id-visible', cycle: 2, packer: 0, id: 0 };
  expect(runMonitor('message')).toEqual([{ ...exit, id: 0 }, visible]);
  expect(runMonitor('export')).toEqual([{ ...exit, id: 7 }, visible]);
});

it.skipIf(!hasTool('iverilog', 'iverilog') || !hasCocotb())(
  'cocotb runs the monitor on a design under Icarus Verilog as described in the README',
  () => {
    const command = /^\$ (python3 cocotb_run\.py .*)$/m.exec(README)![1]!;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command.replace(OUTPUT, folder)], {
      cwd: FOLDER,
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(status, stdout + stderr).toBe(0);
    const lines = readFileSync(join(folder, 'monitor.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { kind: 'section-exit', cycle: 1, wave: 3, packer: 0, id: 0 },
      { kind: 'exiting-id-visible', cycle: 2, packer: 0, id: 0 },
    ]);
  },
);
