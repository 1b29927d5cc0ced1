import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeRun } from '../harness/support/stored-run.js';
import { callCli } from './support/call-cli.js';
import { temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();
const EVIL = 'x\nPASS  1000 of 1000\n::error::forged\x1b[2J\u202e##[error]';

/**
 * What must not appear in any report: control characters except tabs and newlines, direction marks, and lines
 * that start with the manifest's text.
 */
const RAW = /(?=\p{Cc})[^\t\n]|\u202e|##\[|^PASS {2}1000|^\s*::/mu;
const REPORTS = ['report.md', 'junit.xml', 'index.html'];

const issue = { signature: EVIL, reason: EVIL, owner: EVIL, expires: '2099-01-01' };
const FIELDS: Readonly<Record<string, unknown>> = {
  runId: EVIL,
  version: EVIL,
  commit: EVIL,
  changes: EVIL,
  suite: EVIL,
  suiteFile: { path: EVIL, hash: EVIL },
  seed: EVIL,
  tests: EVIL,
  chips: [EVIL],
  knobs: [EVIL, `storeLatency=${EVIL}`],
  faults: [EVIL],
  list: [{ sequence: EVIL, index: 1, root: EVIL, seed: EVIL }],
  first: [{ sequence: EVIL, index: 1, root: EVIL, seed: EVIL }],
  knownIssues: [issue],
  startedAt: EVIL,
};

/** Writes a folder of two runs whose manifests have the given value in the given field. */
function runsWith(name: string, field: string, value: unknown): readonly string[] {
  return ['a', 'b'].map((run, index) => {
    const directory = join(folder, name, run);
    writeRun(join(folder, name), run, {
      day: index + 1,
      tests: 3,
      failures: { 'ORD-01 rb rmw_buffer gfx9': 5 },
      end: 'count',
      seconds: 1,
    });
    const file = join(directory, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const machine = { ...manifest.machine, host: EVIL, platform: EVIL, node: EVIL, processor: EVIL };
    // In a manifest, a suite file is always named by its path too.
    const suite = field === 'suiteFile' ? { suite: `${EVIL}.json` } : {};
    writeFileSync(file, JSON.stringify({ ...manifest, machine, ...suite, [field]: value }));
    return directory;
  });
}

it.each(Object.entries(FIELDS))(
  'hidden characters in %s of a manifest are escaped everywhere',
  async (field, value) => {
    const [first, second] = runsWith(field, field, value) as [string, string];
    const merged = join(folder, field, 'merged');
    const outputs: string[] = [];
    for (const args of [
      ['report', first],
      ['report', join(folder, field)],
      ['merge', first, second, '--out', merged],
    ]) {
      const { code, stdout, stderr } = await callCli(args);
      expect([0, 1, 2], stderr).toContain(code);
      outputs.push(stdout, stderr);
    }
    for (const directory of [first, merged])
      for (const name of REPORTS.map((report) => join(directory, report)))
        if (existsSync(name)) outputs.push(readFileSync(name, 'utf8'));
    for (const output of outputs) expect(output).not.toMatch(RAW);
    rmSync(join(folder, field), { recursive: true });
  },
);

it('the contents of a manifest are still shown in reports', async () => {
  const [run] = runsWith('shown', 'runId', EVIL) as [string];
  expect((await callCli(['report', run])).code).toBe(0);
  expect(readFileSync(join(run, 'index.html'), 'utf8')).toContain('x\\nPASS  1000 of 1000\\n');
});
