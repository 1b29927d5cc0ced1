import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { quoteShellWord } from '../../harness/basics/printed-text.js';
import { until } from '../support/until.js';
import { callCli } from './support/call-cli.js';
import { getFinishedTests, readRunEvents, runAndHold } from './support/held-run.js';
import { type CliResult, createTempFolder, runCli } from './support/run-cli.js';
import { getComparableResult } from './support/run-files.js';

const folder = join(createTempFolder(), "a folder's name");
mkdirSync(folder);
writeFileSync(
  join(folder, 'my-suite.mjs'),
  `export default { count: 8, tests: [{ sequence: 'empty_section' }] };`,
);
const MAIN = join(findPackageRoot(), 'dist', 'cli', 'main.js');
const PIDS = 'pids';
writeFileSync(
  join(folder, 'pops-tb.config.mjs'),
  `export default {
  launchers: { here: 'env MARK=1 {worker}', shell: "sh -c 'echo $$ >> ${PIDS}; exec {worker}'" },
  run: { seed: '0x1', chip: 'navi21', fault: 'F46', maxFailures: 1000, json: true },
};`,
);
const SUITE = ['run', 'my-suite.mjs'];
/** `SUITE` with absolute paths, for commands that run in the test process. */
const SUITE_BY_PATH = ['run', join(folder, 'my-suite.mjs'), '--config', join(folder, 'pops-tb.config.mjs')];
/** The result of a local run of the suite. Some of the tests fail. */
let local: Promise<CliResult> | undefined;

async function expectSameAsLocal(stdout: string, out: string): Promise<void> {
  local ??= runCli([...SUITE, '--workers', '1', '--out', 'local'], folder);
  const { stdout: expected } = await local;
  expect(getComparableResult(stdout, join(folder, out))).toEqual(
    getComparableResult(expected, join(folder, 'local')),
  );
}

/** Sends a signal to a run once its log contains `tests` finished tests, and waits for its workers to exit. */
async function signalRun(signal: NodeJS.Signals, tests: number, out: string, args: readonly string[]) {
  const hasEnough = (events: ReturnType<typeof readRunEvents>): boolean =>
    getFinishedTests(events).length >= tests;
  const ended = await runAndHold(args, folder, join(folder, out), hasEnough, (kill) => kill(signal));
  const pids = readPids(join(folder, PIDS));
  expect(pids.length).toBeGreaterThanOrEqual(2);
  await until(() => !pids.some(isAlive));
  return ended;
}

function readPids(file: string): number[] {
  return readFileSync(file, 'utf8').trim().split('\n').map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a run on launched workers', () => {
  it('produces the same results as a local run with one worker, with a suite file and a configuration', async () => {
    const args = [...SUITE, '--workers', '2', '--launch', 'here', '--out', 'launched'];
    const { stdout, stderr, code } = await runCli(args, folder);
    expect([code, stderr]).toEqual([1, expect.not.stringMatching(/--launch(?! workers: none has)/)]);
    await expectSameAsLocal(stdout, 'launched');
  });

  it('stops within seconds on request, as do its workers', async () => {
    const out = 'interrupted';
    const launch = ['--workers', '2', '--launch', 'shell'];
    const ended = await signalRun('SIGTERM', 1, out, [...SUITE, ...launch, '--count', '10000', '--out', out]);
    expect(ended.code).toBe(130);
    expect(getFinishedTests(readRunEvents(join(folder, out))).length).toBeLessThan(10_000);
  });

  it('resumes where it was killed, with a different launcher or none', async () => {
    const out = 'killed';
    const launch = ['--workers', '2', '--launch'];
    await signalRun('SIGKILL', 1, out, [...SUITE, ...launch, 'shell', '--out', out]);
    const resume = ['run', '--resume', out, '--suite-file', 'my-suite.mjs'];
    await signalRun('SIGKILL', 4, out, [...resume, ...launch, 'here']);
    const { stdout } = await runCli([...resume, '--workers', '1'], folder);
    await expectSameAsLocal(stdout, out);
  });

  it('produces the same triage results as a local run', async () => {
    const args = ['run', '../my-suite.mjs', '--count', '2', '--triage', '300s', '--out', 'out'];
    const run = async (name: string, workerOptions: readonly string[]): Promise<object> => {
      const home = join(folder, name);
      mkdirSync(home);
      const { stdout } = await runCli([...args, ...workerOptions], home);
      const triage = readFileSync(join(home, 'out', 'triage.json'), 'utf8');
      return { ...getComparableResult(stdout, join(home, 'out')), triage };
    };
    const launched = await run('triage launched', ['--workers', '2', '--launch', 'shell']);
    expect(launched).toEqual(await run('triage here', ['--workers', '1']));
  });

  it.each([
    [['--launch', 'there'], 2, 'Unknown launcher "there": did you mean here?'],
    [['--launch', 'ssh host'], 2, 'Invalid --launch "ssh host": expected a command with {worker}'],
    [['--workers', '257'], 2, 'Invalid --workers "257": expected at most 256 threads on one machine'],
    [['--launch', 'here', '--queue', 'redis://h'], 2, 'Cannot use --launch with --queue'],
    [
      ['--launch', './no-such-file {worker}'],
      4,
      'it cannot be started: ./no-such-file: no such file or directory',
    ],
    [['--launch', 'false {worker}'], 4, 'Cannot start a worker with --launch: it ended with exit code 1'],
  ])('%j exits with %i and a one-line error', async (args, code, line) => {
    const out = join(folder, `failed ${args[1]}`.replaceAll('/', ''));
    const ended = await callCli([...SUITE_BY_PATH, '--workers', '1', ...args, '--out', out]);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(line)]);
  });

  it('can be checked with doctor, which starts one worker', async () => {
    const doctor = ['doctor', '--json', '--launch'];
    const getFinding = ({ code, stdout }: CliResult) => {
      const last = (JSON.parse(stdout) as { name: string; state: string; detail: string }[]).at(-1);
      return { ...last, code };
    };
    expect(getFinding(await runCli([...doctor, 'here'], folder))).toMatchObject({
      ...{ name: 'launch', state: 'ok', detail: 'a matching worker started and answered', code: 0 },
    });
    expect(getFinding(await callCli([...doctor, 'false {worker}']))).toMatchObject({
      ...{ state: 'wrong', code: 4 },
      detail: 'Cannot start a worker with --launch: it ended with exit code 1',
    });
  });

  it('is rejected with a reason if a worker has a different configuration or no suite file', async () => {
    const worker = (...args: string[]) =>
      `env ${process.execPath} '${MAIN}' worker --stdio ${args.join(' ')}`;
    for (const [args, line] of [
      [
        ['--config', 'none'],
        /it is missing the suite file .*my-suite\.mjs \(hash [0-9a-f]{16}\); it needs --suite-file/,
      ],
      [
        ['--config', 'none', '--suite-file', quoteShellWord(join(folder, 'my-suite.mjs'))],
        /it has no configuration but the run has a configuration with hash [0-9a-f]{16}; it needs the same --config/,
      ],
    ] as const) {
      const out = join(folder, `refused ${args.length}`);
      const { code, stderr } = await callCli([
        ...SUITE_BY_PATH,
        '--workers',
        '1',
        '--launch',
        worker(...args),
        '--out',
        out,
      ]);
      expect(code).toBe(2);
      expect(stderr).toMatch(line);
    }
  });
});
