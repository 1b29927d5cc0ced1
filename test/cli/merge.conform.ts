import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFailureFolder } from '../../harness/basics/run-files.js';
import { appendEvents } from '../../harness/run-directory/event-log.js';
import type { RunEvent } from '../../harness/run-directory/run-event.js';
import { hasTool } from '../support/external-tool.js';
import { RedisServer } from '../support/redis-server.js';
import { until } from '../support/until.js';
import { callCli } from './support/call-cli.js';
import { getFinishedTests, readRunEvents, runAndHold } from './support/held-run.js';
import { createTempFolder, runCli } from './support/run-cli.js';
import { changeManifest, dropVaryingFields, getComparableResult } from './support/run-files.js';

const folder = createTempFolder();
const COUNT = 6;
const TESTS = [
  '--workers',
  '1',
  '--test',
  'empty_section',
  // Use a single chip: the run replays one failure per bucket for display, which takes longer than running the tests.
  '--chip',
  'navi21',
  '--seed',
  '0xd15c',
  '--count',
  `${COUNT}`,
  '--fault',
  'F46',
  '--max-failures',
  '1000',
];
const SHARDS = ['1', '2'].map((name) => join(folder, name));
const FULL_RUN = join(folder, 'full');
let fullRun = '';

beforeAll(async () => {
  fullRun = (await callCli(['run', ...TESTS, '--json', '--out', FULL_RUN])).stdout;
  for (const [index, out] of SHARDS.entries()) {
    await callCli(['run', ...TESTS, '--shard', `${index + 1}/2`, '--out', out]);
  }
});

function merge(...args: string[]) {
  return callCli(['merge', ...args, '--json']);
}

describe('merging', () => {
  it('reproduces the full run from all shards, in any order and with a duplicate', async () => {
    const out = join(folder, 'merged');
    const { code, stdout } = await merge(SHARDS[1]!, SHARDS[0]!, SHARDS[1]!, '--out', out);
    expect(code).toBe(1);
    expect(getComparableResult(stdout, out)).toEqual(getComparableResult(fullRun, FULL_RUN));
    expect(JSON.parse(stdout).workers).toBe(2);
    expect(
      JSON.parse((await callCli(['run', '--resume', out, '--workers', '1', '--json'])).stdout).tests,
    ).toBe(COUNT);
  });

  it('keeps triage results from the shards for the failures that it stores', async () => {
    const [shard] = SHARDS;
    const signature = JSON.parse(fullRun).buckets[0].signature;
    const [test] = readdirSync(join(shard!, getFailureFolder(signature, '')));
    const file = join(shard!, 'triage.json');
    const kind = { signature, test, kinds: ['ORD-06: Id N becomes visible'] };
    const kinds = [kind, { ...kind, test: 'empty_section.99' }];
    writeFileSync(file, JSON.stringify({ kinds }));
    const out = join(folder, 'with-triage');
    await merge(...SHARDS, '--out', out);
    rmSync(file);
    expect(JSON.parse(readFileSync(join(out, 'triage.json'), 'utf8'))).toEqual({ kinds: [kind] });
  });

  it('counts tests once if a shard is merged with the full run', async () => {
    const out = join(folder, 'with-full');
    const { stdout } = await merge(SHARDS[1]!, FULL_RUN, '--out', out);
    expect(getComparableResult(stdout, out)).toEqual(getComparableResult(fullRun, FULL_RUN));
  });

  it('reports a missing shard', async () => {
    const { stdout } = await callCli(['merge', ...SHARDS.slice(1), '--out', join(folder, 'part')]);
    expect(stdout).toMatch(/ended +incomplete: only 3 tests have results; the rest were lost or never ran/);
  });

  it('produces a run that can be resumed after its last test, unless earlier tests are missing', async () => {
    const withoutEnd = join(folder, 'without-end');
    await merge(SHARDS[0]!, '--out', withoutEnd);
    const resumedRun = await callCli(['run', '--resume', withoutEnd, '--json', '--workers', '1']);
    expect(dropVaryingFields(resumedRun.stdout)).toEqual(dropVaryingFields(fullRun));
    const withoutBeginning = join(folder, 'without-beginning');
    await merge(SHARDS[1]!, '--out', withoutBeginning);
    const rejected = await callCli(['run', '--resume', withoutBeginning, '--workers', '1']);
    expect(rejected.code).toBe(2);
    expect(rejected.stderr).toMatch(
      /^Cannot resume run without-beginning: it was merged from 3 tests and is missing tests 0 to 2 of the plan; resume the part .*\n$/,
    );
  });

  it('rejects parts of different runs, and names the differences', async () => {
    const other = join(folder, 'other');
    cpSync(FULL_RUN, other, { recursive: true });
    changeManifest(other, { seed: '0x2' });
    const { code, stderr } = await merge(FULL_RUN, other, '--out', join(folder, 'never'));
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^Cannot merge .* they differ in tests: "smoke@0xd15c empty_section F46 navi21" and "smoke@0x2 empty_section F46 navi21"/,
    );
  });
});

describe('the verdict of a merge', () => {
  const events = (name: string) => join(folder, name, 'events.msgpack');
  const copy = (from: string, name: string): string => {
    cpSync(from, join(folder, name), { recursive: true });
    return join(folder, name);
  };
  /** Merges two runs in either order, and expects the same exit code, one that tells of no pass. */
  const mergeBothWays = async (a: string, b: string, code: number) => {
    const orders = [
      [a, b],
      [b, a],
    ];
    const results = [];
    for (const [index, order] of orders.entries())
      results.push(await merge(...order, '--out', `${a}-merged-${index}`));
    expect(results.map((result) => result.code)).toEqual([code, code]);
    return results[0]!;
  };

  it('does not excuse failures by the known issues of another part', async () => {
    const excusing = copy(SHARDS[0]!, 'excusing');
    const knownIssues = [{ signature: '*', reason: 'r', owner: 'o', expires: '2099-12-31' }];
    changeManifest(excusing, { knownIssues });
    const { stderr } = await mergeBothWays(excusing, SHARDS[1]!, 2);
    expect(stderr).toContain('they differ in known issues');
  });

  it('does not choose between different results of a test', async () => {
    const passing = copy(SHARDS[0]!, 'passing');
    const logged = readRunEvents(passing).flatMap((event): readonly RunEvent[] => {
      if (event.event === 'failed') return [];
      return event.event === 'finished' ? [{ ...event, outcomes: event.outcomes.map(() => 0) }] : [event];
    });
    writeFileSync(events('passing'), '');
    appendEvents(events('passing'), logged);
    const { stderr } = await mergeBothWays(passing, SHARDS[0]!, 2);
    expect(stderr).toContain('has different results in them');
  });

  it('is incomplete if a part was killed, whatever ended the others', async () => {
    const timed = copy(SHARDS[0]!, 'timed');
    const killed = copy(SHARDS[1]!, 'killed');
    for (const [name, isEnded] of [
      ['timed', true],
      ['killed', false],
    ] as const) {
      const logged = readRunEvents(join(folder, name)).flatMap((event): readonly RunEvent[] => {
        if (event.event === 'ended') return isEnded ? [{ ...event, by: 'time' }] : [];
        return event.event === 'failed' ? [] : [event];
      });
      const all = logged.map((event) =>
        event.event === 'finished' ? { ...event, outcomes: event.outcomes.map(() => 0) } : event,
      );
      writeFileSync(events(name), '');
      appendEvents(events(name), name === 'killed' ? all.slice(0, 2) : all);
    }
    await mergeBothWays(timed, killed, 4);
  });
});

/** Returns the ids and seeds of the tests that a run would execute. */
async function getPlannedTests(...args: string[]): Promise<unknown> {
  return JSON.parse((await callCli(['run', ...args, '--dry-run', '--json'])).stdout).tests;
}

describe('--rerun', () => {
  it('reruns the same tests, or only a shard of them', async () => {
    const [shard] = SHARDS;
    expect(await getPlannedTests('--rerun', FULL_RUN)).toEqual(await getPlannedTests(...TESTS));
    expect(await getPlannedTests('--rerun', shard!)).toEqual(
      await getPlannedTests(...TESTS, '--shard', '1/2'),
    );
  });

  it('reruns the tests of a merged run even if earlier ones are missing, and the page shows the command', async () => {
    const out = join(folder, 'second-half');
    await merge(SHARDS[1]!, '--out', out);
    expect(await getPlannedTests('--rerun', out)).toEqual(await getPlannedTests(...TESTS, '--shard', '2/2'));
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain(`pops-tb run --rerun &#39;${out}`);
  });
});

describe('--rerun-failures', () => {
  it('reruns exactly the failed tests, with their seeds and faults', async () => {
    const { stdout } = await callCli([
      'run',
      '--rerun-failures',
      FULL_RUN,
      ...'--workers 1 --json --out'.split(' '),
      join(folder, 'again'),
    ]);
    const [original, rerun] = [JSON.parse(fullRun), JSON.parse(stdout)];
    expect(original.failed).toBeGreaterThan(0);
    expect(rerun).toMatchObject({ tests: original.failed, failed: original.failed, passed: 0 });
    const reported = { runId: original.runId, tests: original.failed };
    expect(rerun.again).toEqual({ ...reported, stored: original.failed, different: [], unknown: 0 });
    expect(rerun.buckets).toEqual(original.buckets);
    // The seeds of these tests come from the original run, but `--rerun` can repeat them, as the page shows.
    const out = join(folder, 'again');
    expect(await getPlannedTests('--rerun', out)).toEqual(
      await getPlannedTests('--rerun-failures', FULL_RUN),
    );
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain(`pops-tb run --rerun &#39;${out}`);
  });

  it('runs nothing and succeeds without a PASS if the run has no failures', async () => {
    const clean = join(folder, 'clean');
    await callCli(['run', ...TESTS.slice(0, -4), '--out', clean]);
    const again = ['run', '--rerun-failures', clean, '--workers', '1', '--out'];
    const { code, stdout, stderr } = await callCli([...again, join(folder, 'none')]);
    expect(stderr).toContain(`No failed tests in ${clean}: there is nothing to run`);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^PARTIAL {2}no tests have finished/m)]);
  });

  it.each(['--rerun', '--rerun-failures'])('%s refuses a run whose log is lost or torn', async (option) => {
    const torn = join(folder, `torn${option}`);
    cpSync(FULL_RUN, torn, { recursive: true });
    const log = join(torn, 'events.msgpack');
    const again = ['run', option, torn, '--workers', '1', '--out', join(folder, `never${option}`)];
    truncateSync(log, 100);
    const afterTear = await callCli(again);
    expect([afterTear.code, afterTear.stderr]).toEqual([2, expect.stringContaining('which may be damaged')]);
    rmSync(log);
    const afterLoss = await callCli(again);
    expect([afterLoss.code, afterLoss.stderr]).toEqual([2, expect.stringContaining('which may be damaged')]);
  });
});

it('does not pass if --time ends before the first test', async () => {
  const out = join(folder, 'no-time');
  const limits = ['--workers', '1', '--test', 'empty_section', '--time', '1ms'];
  const { code, stdout } = await callCli(['run', ...limits, '--seed', '0x1', '--out', out]);
  expect([code, stdout]).toEqual([4, expect.stringMatching(/^PARTIAL {2}no tests have finished$/m)]);
  expect(readFileSync(join(out, 'junit.xml'), 'utf8')).toContain('every planned test has a result');
});

const certificates = process.env.NODE_EXTRA_CA_CERTS;
afterAll(() => {
  if (certificates === undefined) delete process.env.NODE_EXTRA_CA_CERTS;
  else process.env.NODE_EXTRA_CA_CERTS = certificates;
});

const hasQueueTools = hasTool('redis-server', 'redis-server') && hasTool('openssl', 'openssl');

describe.runIf(hasQueueTools)('a queue with a password and TLS', () => {
  it('produces the same bytes as a local run even if a worker is killed halfway through', async () => {
    const server = await RedisServer.start(join(folder, 'redis'), { password: 'p@ss:word', tls: true });
    process.env.NODE_EXTRA_CA_CERTS = server.certificate!;
    const out = join(folder, 'queued');
    const worker = ['worker', '--queue', server.url, '--workers', '1', '--lease', '1s'];
    let killFirst = (): void => undefined;
    const firstWorker = runCli(worker, folder, (kill) => {
      killFirst = () => kill('SIGKILL');
    });
    const run = runAndHold(
      ['run', ...TESTS, '--queue', server.url, '--json', '--out', out],
      process.cwd(),
      out,
      (events) => getFinishedTests(events).length > 0,
      () => killFirst(),
    );
    await firstWorker;
    let stop = (): void => undefined;
    let output = (): string => '';
    const secondWorker = runCli(worker, folder, (kill, stderr) => {
      stop = () => kill('SIGTERM');
      output = stderr;
    });
    const queued = await run;
    // The first worker may run nearly all tests before the second one attaches. Wait for that before signalling the
    // second worker.
    await until(() => output().includes('Waiting for tests from'));
    stop();
    const stoppedRun = await secondWorker;
    await server.kill();
    expect(queued.code).toBe(1);
    expect(getComparableResult(queued.stdout, out)).toEqual(getComparableResult(fullRun, FULL_RUN));
    expect(stoppedRun.code).toBe(0);
    expect(stoppedRun.stderr).toMatch(
      /Stopping: finishing the tests in progress.*\nTests run by this worker: \d+\n$/,
    );
    expect(queued.stderr + stoppedRun.stderr).not.toContain('word');
  });
});
