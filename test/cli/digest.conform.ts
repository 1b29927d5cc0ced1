import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFilledCoverage } from '../closure/coverage/support/filled.js';
import { writeRun } from '../harness/support/stored-run.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { changeManifest } from './support/run-files.js';

const folder = createTempFolder();
const facts = { tests: 10, end: 'count', seconds: 5 } as const;
const HOSTILE = '@channel [x](http://y) <script>`::error::\u202e';

/** Prints the digest and returns its lines by label. The command to paste has an empty label. */
async function printDigest(path: string, ...options: string[]): Promise<Map<string, string>> {
  const { code, stdout, stderr } = await callCli(['report', path, ...options]);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').slice(0, 10);
  return new Map(lines.map((line) => [line.slice(0, 8).trim(), line.slice(10)]));
}

beforeAll(() => {
  writeRun(folder, 'monday', {
    ...facts,
    day: 1,
    coverage: createFilledCoverage(() => 1, 'smoke@0x1 *'),
    failures: { 'ORD-01 old': 7, 'ORD-02 stays': 9, 'ORD-04 excused': 2 },
  });
  writeRun(folder, 'tuesday', {
    ...facts,
    day: 2,
    coverage: createFilledCoverage((bin) => (bin === 0 ? 0 : 1), 'smoke@0x2 *'),
    failures: { 'ORD-02 stays': 9, 'ORD-03 fresh': 5, 'ORD-04 excused': 2 },
  });
  writeRun(folder, 'wednesday', { ...facts, day: 3, failures: {}, tests: 5 });
  const knownIssue = { signature: 'ORD-04 *', reason: 'ticket 7', owner: 'anna', expires: '2099-01-01' };
  changeManifest(join(folder, 'tuesday'), { knownIssues: [knownIssue] });
});

describe('the digest', () => {
  it('lists what is new, fixed, open and known since the last comparable run, and what to do first', async () => {
    const lines = await printDigest(join(folder, 'tuesday'));
    expect(lines.get('FAIL')).toBe('tuesday: 7 of 10 tests passed, 3 failed');
    expect(lines.get('new')).toBe('1 group: ORD-03 fresh (1 test) since monday');
    expect(lines.get('fixed')).toBe('1 group: ORD-01 old (1 test)');
    expect(lines.get('open')).toBe('1 group: ORD-02 stays (1 test)');
    expect(lines.get('known')).toBe('1 group: ORD-04 excused (1 test)');
    expect(lines.get('coverage')).toMatch(
      /^9\d\.\d\d% \(-\d\.\d\d points\); 0 bins newly covered, [1-9]\d* no longer covered$/,
    );
    expect(lines.get('first')).toMatch(
      /^New since the last run\. Replay the smallest failure of ORD-03 fresh/,
    );
    expect(lines.get('')).toMatch(/^npx --no-install pops-tb replay 'smoke:rmw_buffer@0x5'$/);
    expect(lines.get('page')).toBe(join(folder, 'tuesday', 'index.html'));
  });

  it('describes the newest run in a folder, and says so if no earlier run is comparable', async () => {
    const lines = await printDigest(folder);
    expect(lines.get('PASS')).toBe('wednesday: 5 of 5 tests passed, 0 failed');
    expect(lines.get('coverage')).toBe('not counted: no test passed without an injected fault');
    expect(lines.get('fixed')).toBe('no comparable earlier run');
    expect(lines.get('')).toMatch(/^npx --no-install pops-tb coverage holes .*wednesday'?$/);
  });

  it('escapes hidden characters in external names, and shows the names as code in Markdown', async () => {
    const path = join(folder, 'hostile');
    writeRun(path, 'run', { ...facts, day: 1, failures: { [`ORD-01 ${HOSTILE}`]: 3 } });
    const result = await callCli(['report', join(path, 'run')]);
    expect(result.stdout).toContain('\\u202e');
    expect(result.stdout).not.toContain('\u202e');
    const { stdout } = await callCli(['report', path, '--markdown']);
    const withoutCode = stdout.replace(/``[^\n]*?[^`]``(?!`)/g, '').replace(/`[^`\n]*`/g, '');
    expect(stdout).toContain('@channel');
    expect(withoutCode).not.toMatch(/@channel|\]\(|<script|\u202e/);
  });
});
