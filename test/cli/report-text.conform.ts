import { join } from 'node:path';
import { createFilledCoverage } from '../closure/coverage/support/filled.js';
import { writeRun } from '../harness/support/stored-run.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { changeManifest } from './support/run-files.js';

const folder = createTempFolder();
const facts = { tests: 10, end: 'count', seconds: 5 } as const;
const HOSTILE = '@channel [x](http://y) ```::error::\u202e';

async function report(path: string, ...options: string[]): Promise<string> {
  const { code, stdout, stderr } = await callCli(['report', path, ...options]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
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

describe('the text that report prints', () => {
  it('lists failures, changes since the last comparable run, and what to do first', async () => {
    const text = await report(join(folder, 'tuesday'));
    expect(text).toMatch(/^FAIL {2}7 of 10 tests passed, 3 failed$/m);
    expect(text).toMatch(/^ORD-04 excused {2}1 test.*, known$/m);
    expect(text).toMatch(
      /^changes {3}1 new failure group, 1 resolved; coverage -\d\.\d points since monday$/m,
    );
    expect(text).toMatch(/^first {5}New since the last run\. Replay the smallest failure of ORD-03 fresh/m);
    expect(text).toMatch(/^ {2}npx --no-install pops-tb replay 'smoke:rmw_buffer@0x5'$/m);
    expect(text).toContain(`page      ${join(folder, 'tuesday', 'index.html')}\n`);
  });

  it('describes the newest run in a folder, which has no comparable earlier run', async () => {
    const text = await report(folder);
    expect(text).toMatch(/^PASS {2}5 of 5 tests passed, 0 failed\n/);
    expect(text).not.toMatch(/^changes /m);
  });

  it('escapes hidden characters in external names, and is one block of code in Markdown', async () => {
    const path = join(folder, 'hostile');
    writeRun(path, 'run', { ...facts, day: 1, failures: { [`ORD-01 ${HOSTILE}`]: 3 } });
    const text = await report(join(path, 'run'));
    expect(text).toContain('\\u202e');
    expect(text).not.toContain('\u202e');
    const markdown = await report(path, '--markdown');
    expect(markdown).toMatch(/^````text\n[\s\S]*@channel[\s\S]*\n````\n$/);
    expect(markdown.match(/^`{3,}/gm)).toEqual(['````', '````']);
  });
});
