import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFailureFolder } from '../../harness/basics/run-files.js';
import { appendEvents, readEvents } from '../../harness/run-directory/event-log.js';
import { writeRun } from '../harness/support/stored-run.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const HOSTILE =
  'x\nPASS  500 of 500 tests passed\n::error::forged\x1b[31m\u202e##[error]<script>alert(1)</script>';

/**
 * Text that must not appear in any report: control characters, a direction mark, `##[`, and lines that start with text
 * from the run.
 */
const UNSAFE = /(?=\p{Cc})[^\t\n]|\u202e|##\[|^\s*PASS {2}500|^\s*::/mu;

const folder = createTempFolder();
const run = join(folder, 'runs', 'a');
const SIGNATURE = `ORD-01 rb ${HOSTILE}`;
const VIOLATION = {
  rule: 'ORD-01',
  severity: 'error',
  cycle: 1,
  unit: HOSTILE,
  place: { wave: 1, instruction: HOSTILE },
  allowed: HOSTILE,
  observed: HOSTILE,
  steps: [HOSTILE, HOSTILE],
  hint: HOSTILE,
  freedom: HOSTILE,
};

/** Writes a run with hostile text in every free-text field of its log and other files. */
beforeAll(() => {
  writeRun(join(folder, 'runs'), 'a', {
    day: 1,
    tests: 3,
    failures: { [SIGNATURE]: 5 },
    end: 'count',
    seconds: 1,
  });
  const log = join(run, 'events.msgpack');
  const events = readEvents(log).map((event) => {
    if (event.event === 'failed') return { ...event, summary: HOSTILE, fired: [HOSTILE], rule: HOSTILE };
    return event.event === 'finished'
      ? { ...event, incidents: [{ first: 0, tests: 1, cause: HOSTILE }], printed: 1 }
      : event;
  });
  writeFileSync(log, '');
  appendEvents(log, events);
  const failure = join(run, getFailureFolder(SIGNATURE, 'rmw_buffer.0'));
  mkdirSync(failure, { recursive: true });
  const writeJson = (file: string, document: object): void => writeFileSync(file, JSON.stringify(document));
  writeJson(join(failure, 'violations.json'), {
    violations: [VIOLATION],
    message: HOSTILE,
    ownRules: { [HOSTILE]: HOSTILE },
  });
  writeJson(join(run, 'triage.json'), {
    kinds: [{ signature: SIGNATURE, test: 'rmw_buffer.0', kinds: [HOSTILE] }],
  });
  mkdirSync(join(run, 'output'));
  writeFileSync(join(run, 'output', 'rmw_buffer.1.txt'), HOSTILE);
});

describe('text from a run cannot inject a line, a colour or markup into', () => {
  it.each([
    ['its text', ['report', run]],
    ['its text in Markdown', ['report', run, '--markdown']],
    ['its document', ['report', run, '--json']],
    ['the text of a folder', ['report', join(folder, 'runs')]],
    ['the result of a merge', ['merge', run, '--out', join(folder, 'merged')]],
    ['a replayed failure', ['replay', join(run, getFailureFolder(SIGNATURE, 'rmw_buffer.0'))]],
  ])('%s', async (_, args) => {
    const { stdout, stderr } = await callCli(args);
    expect(stdout + stderr).not.toMatch(UNSAFE);
    expect(stdout + stderr).not.toMatch(/Internal error/);
    expect(stdout + stderr).toMatch(/500 of 500/);
  });

  it.each(['report.md', 'junit.xml', 'index.html'])('%s', async (name) => {
    expect((await callCli(['report', run])).code).toBe(0);
    const text = readFileSync(join(run, name), 'utf8');
    expect(text).toMatch(/500 of 500/);
    expect(text).not.toMatch(UNSAFE);
    // Markdown escapes the tag with a backslash.
    expect(text).not.toMatch(/(?<!\\)<script>alert/);
  });
});
