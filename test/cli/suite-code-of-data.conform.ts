import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hashSuiteFile } from '../../harness/suite-files/suite-file.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';
import { changeManifest } from './support/run-files.js';

const folder = createTempFolder();
const RUN = join(folder, 'run');
const MARKER = join(folder, 'executed');
const TESTS = ['--seed', '0x1', '--count', '2', '--workers', '1'];

beforeAll(async () => {
  await callCli(['run', 'smoke', '--test', 'empty_section', '--chip', 'navi21', ...TESTS, '--out', RUN]);
});
afterEach(() => rmSync(MARKER, { force: true }));

/** Copies the run and points its manifest at a suite file inside the copy, with a matching hash. */
function copyRunWithCode(name: string, suite = 'evil.mjs'): string {
  const copy = join(folder, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(RUN, copy, { recursive: true });
  const file = join(copy, 'evil.mjs');
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(MARKER)}, '');
export default { count: 2, tests: [{ sequence: 'empty_section' }] };`,
  );
  changeManifest(copy, { suite, suiteFile: hashSuiteFile(file) });
  return copy;
}

describe('a run directory that names its own suite file', () => {
  const out = join(folder, 'merged');
  it.each([
    ['report', (run: string) => ['report', run]],
    ['replay', (run: string) => ['replay', `${run}#empty_section.0`]],
    ['shrink', (run: string) => ['shrink', `${run}#empty_section.0`]],
    ['run --rerun --dry-run', (run: string) => ['run', '--rerun', run, '--dry-run']],
    ['run --rerun-failures', (run: string) => ['run', '--rerun-failures', run]],
    ['run --resume', (run: string) => ['run', '--resume', run, '--count', '4']],
    ['merge', (run: string) => ['merge', run, '--out', out]],
  ])('cannot make %s run its code', async (_, args) => {
    const run = copyRunWithCode('received');
    const { stderr } = await callCli(args(run));
    expect(existsSync(MARKER)).toBe(false);
    expect(stderr).toMatch(/^Missing --suite-file: the run used the suite file evil\.mjs/m);
  });

  it('cannot run its code by naming a path as the suite', async () => {
    const run = copyRunWithCode('path', '');
    changeManifest(run, { suite: join(run, 'evil.mjs'), suiteFile: null });
    const { code, stderr } = await callCli(['run', '--rerun', run, '--dry-run']);
    expect([code, existsSync(MARKER)]).toEqual([2, false]);
    expect(stderr).toMatch(/^Invalid manifest .*: .*expected suiteFile for a suite loaded from a file/);
  });

  it('runs its code only if the command names the file, and any other file is rejected', async () => {
    const run = copyRunWithCode('named');
    const rerun = ['run', '--rerun', run, '--dry-run', '--suite-file'];
    const other = join(folder, 'other.json');
    writeFileSync(other, JSON.stringify({ count: 2, tests: [{ sequence: 'empty_section' }] }));
    const rejected = await callCli([...rerun, other]);
    expect(rejected.stderr).toMatch(/^Suite file .*other\.json, .*has changed since the run began/);
    expect(existsSync(MARKER)).toBe(false);
    const { code, stdout } = await callCli([...rerun, join(run, 'evil.mjs')]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^empty_section\.0 {2}0x/)]);
    expect(existsSync(MARKER)).toBe(true);
  });
});

it('a run resumes in a worker thread after its suite file has moved', async () => {
  const file = join(folder, 'mine.json');
  writeFileSync(file, JSON.stringify({ count: 2, seed: '0x1', tests: [{ sequence: 'empty_section' }] }));
  const out = join(folder, 'moved');
  await callCli(['run', file, '--chip', 'navi21', '--workers', '1', '--out', out]);
  const movedFile = join(folder, 'moved.json');
  cpSync(file, movedFile);
  rmSync(file);
  const resume = ['run', '--resume', out, '--count', '4', '--workers', '1', '--json'];
  expect((await callCli(resume)).stderr).toMatch(/^Missing --suite-file/m);
  const { stdout } = await callCli([...resume, '--suite-file', movedFile]);
  expect(JSON.parse(stdout)).toMatchObject({ tests: 4, passed: 4 });
});

it('a suite file that a rerun does not need is rejected', async () => {
  const { code, stderr } = await callCli(['run', '--rerun', RUN, '--suite-file', 'x.ts']);
  const expected = 'Cannot use --suite-file x.ts: the run used the built-in suite smoke';
  expect([code, stderr.slice(0, expected.length)]).toEqual([2, expected]);
});

describe('a symbolic link in a run directory', () => {
  const OUTSIDE = join(folder, 'outside');
  it.each([
    ['manifest.json', 'a file'],
    ['events.msgpack', 'a file'],
    ['coverage', 'a folder'],
    ['failures/x/empty_section.0', 'a nested folder'],
  ])('that replaces %s (%s) is rejected before anything is read or written through it', async (path) => {
    const run = join(folder, 'linked');
    rmSync(run, { recursive: true, force: true });
    rmSync(OUTSIDE, { recursive: true, force: true });
    cpSync(RUN, run, { recursive: true });
    const link = join(run, path);
    if (existsSync(link)) cpSync(link, OUTSIDE, { recursive: true });
    else mkdirSync(OUTSIDE);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(join(link, '..'), { recursive: true });
    symlinkSync(OUTSIDE, link);
    for (const args of [
      ['report', run],
      ['run', '--resume', run, '--count', '3'],
      ['run', '--rerun', run, '--dry-run'],
    ]) {
      const { code, stderr } = await callCli(args);
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^Cannot use ".*": it is a symbolic link; expected/),
      ]);
    }
  });

  it('that replaces the scenario of a failure is rejected by replay', async () => {
    const run = join(folder, 'draft');
    cpSync(RUN, run, { recursive: true });
    rmSync(OUTSIDE, { recursive: true, force: true });
    writeFileSync(OUTSIDE, 'mine');
    const failure = join(folder, 'failure');
    mkdirSync(failure);
    const { stdout } = await callCli(['replay', `${run}#empty_section.0`, '--json']);
    expect(JSON.parse(stdout).verdict).toBe('pass');
    symlinkSync(relative(failure, OUTSIDE), join(failure, 'scenario.msgpack'));
    const { code, stderr } = await callCli(['replay', failure]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/scenario\.msgpack": it is a symbolic link/)]);
  });
});
