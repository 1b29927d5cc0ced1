import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../harness/records/manifest.js';
import { writeRun } from '../harness/support/stored-run.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { changeManifest } from './support/run-files.js';

const folder = createTempFolder();
const HOSTILE = 'x\nPASS  1000 of 1000\n::error::forged\x1b[2J\u202e##[error]';

/**
 * Text that must not appear in any report: control characters except tabs and newlines, direction marks, and lines
 * that start with text from the manifest.
 */
const UNSAFE = /(?=\p{Cc})[^\t\n]|\u202e|##\[|^PASS {2}1000|^\s*::/mu;
const REPORTS = ['report.md', 'junit.xml', 'index.html'];

const issue = { signature: HOSTILE, reason: HOSTILE, owner: HOSTILE, expires: '2099-01-01' };
const FIELDS: Readonly<Record<string, unknown>> = {
  runId: HOSTILE,
  version: HOSTILE,
  commit: HOSTILE,
  changes: HOSTILE,
  suite: HOSTILE,
  suiteFile: { path: HOSTILE, hash: HOSTILE },
  seed: HOSTILE,
  tests: HOSTILE,
  chips: [HOSTILE],
  knobs: [HOSTILE, `storeLatency=${HOSTILE}`],
  faults: [HOSTILE],
  list: [{ sequence: HOSTILE, index: 1, root: HOSTILE, seed: HOSTILE }],
  first: [{ sequence: HOSTILE, index: 1, root: HOSTILE, seed: HOSTILE }],
  knownIssues: [issue],
  startedAt: HOSTILE,
};

/** Writes two runs to a folder and sets `field` to `value` in their manifests. */
function writeRuns(name: string, field: string, value: unknown): readonly string[] {
  return ['a', 'b'].map((run, index) => {
    const directory = join(folder, name, run);
    writeRun(join(folder, name), run, {
      day: index + 1,
      tests: 3,
      failures: { 'ORD-01 rb rmw_buffer gfx9': 5 },
      end: 'count',
      seconds: 1,
    });
    const machine = {
      ...readManifest(directory).machine,
      host: HOSTILE,
      platform: HOSTILE,
      node: HOSTILE,
      processor: HOSTILE,
    };
    // In a manifest with a suite file, the suite is the path of that file.
    const suite = field === 'suiteFile' ? { suite: `${HOSTILE}.json` } : {};
    changeManifest(directory, { machine, ...suite, [field]: value });
    return directory;
  });
}

it.each(Object.entries(FIELDS))(
  'hidden characters in the manifest field %s are escaped everywhere',
  async (field, value) => {
    const [first, second] = writeRuns(field, field, value) as [string, string];
    const mergedRun = join(folder, field, 'merged');
    const outputs: string[] = [];
    for (const args of [
      ['report', first],
      ['report', join(folder, field)],
      ['merge', first, second, '--out', mergedRun],
    ]) {
      const { code, stdout, stderr } = await callCli(args);
      expect([0, 1, 2], stderr).toContain(code);
      outputs.push(stdout, stderr);
    }
    for (const directory of [first, mergedRun])
      for (const name of REPORTS.map((report) => join(directory, report)))
        if (existsSync(name)) outputs.push(readFileSync(name, 'utf8'));
    for (const output of outputs) expect(output).not.toMatch(UNSAFE);
    rmSync(join(folder, field), { recursive: true });
  },
);

it('reports still show the manifest contents in escaped form', async () => {
  const [run] = writeRuns('shown', 'runId', HOSTILE) as [string];
  expect((await callCli(['report', run])).code).toBe(0);
  expect(readFileSync(join(run, 'index.html'), 'utf8')).toContain('x\\nPASS  1000 of 1000\\n');
});
