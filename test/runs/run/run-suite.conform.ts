import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InfrastructureError } from '../../../harness/basics/errors.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { readManifest } from '../../../harness/records/manifest.js';
import { readEvents } from '../../../harness/run-directory/event-log.js';
import type { RunRequest } from '../../../harness/run-directory/run-request.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { runSuite } from '../../../runs/run/run-suite.js';
import { decodeScenario } from '../../../transactions/index.js';
import { until } from '../../support/until.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pops-tb-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function planRun(worker: string, changes: Partial<RunRequest> = {}): RunRequest {
  return {
    runId: 'r',
    suite: 'smoke',
    seed: readSeed('0x1'),
    overrides: NO_OVERRIDES,
    first: [],
    knownIssues: [],
    limits: DEFAULT_LIMITS,
    glob: 'rmw_buffer',
    count: 4,
    workers: 1,
    outDir: join(folder, 'run'),
    workerFile: new URL(worker, import.meta.url).href,
    ...changes,
  };
}

describe('a run in which one test crashes its worker', () => {
  it('records that test with a repro command, and runs all others', async () => {
    const { tally, end } = await runSuite(planRun('../../harness/support/lossy-worker.mjs'));
    expect(end).toBe('count');
    expect(tally).toMatchObject({ tests: 4, passed: 3, failed: 0, errors: 1 });
    const [bucket] = tally.buckets.values();
    expect(bucket).toMatchObject({ rule: 'error', count: 1, first: 'rmw_buffer.1' });
    const failures = join(folder, 'run', 'failures');
    const failureFolder = join(failures, readdirSync(failures)[0]!, 'rmw_buffer.1');
    expect(readFileSync(join(failureFolder, 'repro.txt'), 'utf8')).toBe(`${bucket!.repro}\n`);
    expect(bucket!.repro).toMatch(/replay 'smoke:rmw_buffer@0x[0-9a-f]+~[0-9a-f]{8}'$/);
    expect(JSON.parse(readFileSync(join(failureFolder, 'violations.json'), 'utf8')).message).toBe(
      'The worker was lost twice: worker exited with code: 9',
    );
    const scenario = decodeScenario(readFileSync(join(failureFolder, 'scenario.msgpack')), 'stored');
    expect(scenario.name).toBe('rmw_buffer');
    const finished = readEvents(join(folder, 'run', 'events.msgpack')).filter(
      ({ event }) => event === 'finished',
    );
    expect(finished.length).toBeGreaterThan(0);
  });
});

describe('a test that is rerun on another worker', () => {
  it('fails with a dedicated rule if the results differ', async () => {
    const shard = { index: 51, count: 60 };
    const { tally } = await runSuite(planRun('../../harness/support/moody-worker.mjs', { count: 60, shard }));
    expect(tally).toMatchObject({ tests: 1, passed: 0, failed: 1, errors: 0 });
    const [bucket] = tally.buckets.values();
    expect(bucket).toMatchObject({ signature: 'nondeterminism rmw_buffer', rule: 'nondeterminism' });
    const failureFolder = join(folder, 'run', 'failures', 'nondeterminism_rmw_buffer', bucket!.first);
    const { message } = JSON.parse(readFileSync(join(failureFolder, 'violations.json'), 'utf8'));
    expect(message).toMatch(
      /^A second run on another worker produced a different result: digest \w+-\d+, then \w+-\d+$/,
    );
  });

  it('does not fail if the result is the same', async () => {
    const shard = { index: 51, count: 60 };
    const { tally } = await runSuite(planRun('../../harness/support/lossy-worker.mjs', { count: 60, shard }));
    expect(tally).toMatchObject({ tests: 1, passed: 1 });
  });

  it('gets a new worker after 20 such tests, since the memory of an old one grows for hours', async () => {
    const threads: number[] = [];
    const channel = new BroadcastChannel('second-runs');
    channel.onmessage = ({ data }: { data: number[] }) => threads.push(...data);
    const { tally } = await runSuite(planRun('../../harness/support/unstable-worker.mjs', { count: 6000 }));
    expect(tally).toMatchObject({ tests: 6000, passed: 6000 });
    await until(() => threads.length === 60);
    channel.close();
    expect(new Set(threads).size).toBe(3);
  });
});

describe('a run whose workers cannot start', () => {
  it('fails with an infrastructure error', async () => {
    const run = runSuite(planRun('./support/no-such-worker.mjs'));
    await expect(run).rejects.toThrow(InfrastructureError);
    await expect(run).rejects.toThrow(/^A worker could not start: /);
  });
});

describe('the manifest of a run', () => {
  it('contains everything needed to regenerate every test', async () => {
    const overrides = { chips: ['navi21' as const], knobs: { idWrap: 63 }, faults: [] };
    await runSuite(
      planRun('../../harness/support/lossy-worker.mjs', { overrides, count: 1, maxFailures: 5 }),
    );
    expect(readManifest(join(folder, 'run'))).toMatchObject({
      suite: 'smoke',
      seed: '0x1',
      tests: 'rmw_buffer',
      chips: ['navi21'],
      knobs: ['idWrap=63'],
      faults: [],
      count: 1,
      timeSeconds: null,
      maxFailures: 5,
    });
  });
});
