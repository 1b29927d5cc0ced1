import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { afterEach, describe, expect, it } from 'vitest';
import { InfrastructureError } from '../../../base/basics/infrastructure-error.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { type Batch, type BatchResult, emptyResult, NO_CHIP } from '../../../harness/workers/batch-result.js';
import { type BatchRunner, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { parseQueueAddress } from '../../../runs/queue/queue-address.js';
import { queueName } from '../../../runs/queue/queue-name.js';
import { connectQueueRunner, type QueueOptions } from '../../../runs/queue/queue-runner.js';
import { serveQueue } from '../../../runs/queue/serve-queue.js';
import { temporaryFolder } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';
import { RedisServer } from '../../support/redis-server.js';
import { pause } from '../../support/until.js';

const LEASE_MS = 300;
const folder = temporaryFolder();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

let servers = 0;

async function startServer(password = ''): Promise<RedisServer> {
  const server = await RedisServer.start(join(folder, `${servers++}`), { password });
  cleanups.push(() => server.kill());
  return server;
}

async function startRunner(url: string, options: Partial<QueueOptions> = {}): Promise<BatchRunner> {
  const runner = await connectQueueRunner({
    url,
    run: 'test',
    limits: DEFAULT_LIMITS,
    sweepMs: 50,
    ...options,
  });
  cleanups.push(() => runner.close());
  return runner;
}

/** The result that a worker would return if all tests of a batch passed. Nothing is run. */
function passingResult({ first, tests }: Batch): BatchResult {
  const { length } = tests;
  const sequences: Record<string, number> = {};
  for (const { sequence } of tests) sequences[sequence] = (sequences[sequence] ?? 0) + 1;
  return {
    ...emptyResult(first),
    outcomes: new Uint8Array(length),
    chips: new Uint8Array(length).fill(NO_CHIP),
    waves: new Uint32Array(length),
    cycles: new Float64Array(length),
    instructions: new Float64Array(length),
    testMs: tests.map(() => 1),
    sequences,
  };
}

/** Starts a worker whose tests pass; the returned map counts how often it received each batch. */
async function startWorker(url: string, delayMs = 0): Promise<Map<number, number>> {
  const receipts = new Map<number, number>();
  const stop = new AbortController();
  const start = (): BatchRunner => ({
    closed: false,
    close: async () => undefined,
    run: async (batch) => {
      const { first } = batch;
      receipts.set(first, (receipts.get(first) ?? 0) + 1);
      await pause(delayMs);
      if (first === CRASHING) throw new RangeError('thrown on purpose');
      return passingResult(batch);
    },
  });
  await new Promise<void>((resolve) => {
    const options = { url, workers: 2, leaseMs: LEASE_MS, start, signal: stop.signal };
    const served = serveQueue({ ...options, onNote: () => resolve() });
    cleanups.push(() => {
      stop.abort();
      return served;
    });
  });
  return receipts;
}

/** The first test position of the batch whose run throws. */
const CRASHING = 999;

function batchAt(first: number): Batch {
  const tests = [{ sequence: 'or_bits', index: 0, seed: '0x1' }];
  return { first, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' };
}

function firstTests(results: readonly BatchResult[]): number[] {
  return results.map(({ first }) => first);
}

describe.runIf(hasTool('redis-server', 'redis-server'))('batches on a real queue', () => {
  it('return their results, and reject with the cause if the run throws', async () => {
    const { url } = await startServer('s3:cret');
    const runner = await startRunner(url);
    await startWorker(url);
    expect(firstTests(await Promise.all([1, 2, 3].map((first) => runner.run(batchAt(first)))))).toEqual([
      1, 2, 3,
    ]);
    await expect(runner.run(batchAt(CRASHING))).rejects.toMatchObject({
      name: 'RangeError',
      message: 'thrown on purpose',
    });
  });

  it('go to another worker when theirs dies, and late answers from the dead one are ignored', async () => {
    const { url } = await startServer();
    const runner = await startRunner(url);
    const connection = parseQueueAddress(url).options;
    const dying = new Worker(queueName(), null, { connection, lockDuration: LEASE_MS });
    cleanups.push(() => dying.close());
    const result = runner.run(batchAt(7));
    const job = await dying.getNextJob('token');
    const receipts = await startWorker(url);
    expect((await result).first).toBe(7);
    expect(receipts).toEqual(new Map([[7, 1]]));
    await expect(job!.moveToCompleted('late', 'token', false)).rejects.toThrow();
    expect((await runner.run(batchAt(8))).first).toBe(8);
  });

  it('survive a server crash halfway through, even if the server loses all its data', async () => {
    const server = await startServer();
    const runner = await startRunner(server.url);
    await startWorker(server.url, 20);
    for (const loses of [false, true]) {
      const results = Promise.all([1, 2, 3, 4, 5, 6].map((first) => runner.run(batchAt(first))));
      await server.kill();
      if (loses) server.deleteData();
      await server.start();
      expect(firstTests(await results)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  it("left by a dead session are picked up by the same run's next session, and by no other run", async () => {
    const { url } = await startServer();
    const receipts = await startWorker(url);
    const dying = await startRunner(url);
    const positions = [1, 2, 3, 4, 5];
    await Promise.all(positions.map((first) => dying.run(batchAt(first))));
    dying.markStored!(2);
    await dying.close();
    const next = await startRunner(url, { resumes: true });
    expect(next.pendingResults).toEqual(
      new Map([
        [2, 1],
        [3, 1],
        [4, 1],
        [5, 1],
      ]),
    );
    const other = await startRunner(url, { resumes: true, run: 'other' });
    expect(other.pendingResults).toEqual(new Map());
    expect(firstTests(await Promise.all(positions.map((first) => next.run(batchAt(first)))))).toEqual(
      positions,
    );
    const anotherTask = { ...batchAt(3), coverageRun: 'different' };
    expect((await next.run(anotherTask)).first).toBe(3);
    expect(receipts).toEqual(
      new Map([
        [1, 2],
        [2, 1],
        [3, 2],
        [4, 1],
        [5, 1],
      ]),
    );
  });

  it('left by another client do not affect a run with a key', async () => {
    const { url } = await startServer();
    await startWorker(url);
    const otherClient = await startRunner(url);
    await otherClient.run(batchAt(1));
    await otherClient.close();
    const keyed = await startRunner(url, { resumes: true, key: Buffer.from('k'.repeat(32)) });
    expect(keyed.pendingResults).toEqual(new Map());
  });

  it('are abandoned with a one-line error if the server stays down', async () => {
    const server = await startServer();
    const runner = await startRunner(server.url, { unreachableMs: 200 });
    const failing = runner.run(batchAt(1));
    await server.kill();
    await expect(failing).rejects.toThrow(
      new InfrastructureError(
        `Lost the queue redis://localhost:${server.port}: the server has been unreachable for 0.2 s; "run --resume" continues the run later`,
      ),
    );
    expect(runner.closed).toBe(true);
  });

  it('are abandoned after a note if no worker takes them', async () => {
    const { url } = await startServer();
    const lines: string[] = [];
    const runner = await startRunner(url, { patienceMs: 200, onNote: (line) => lines.push(line) });
    await expect(runner.run(batchAt(1))).rejects.toThrow(/no worker of this version takes tests from it/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Waiting for the queue redis:\/\/localhost:\d+: no worker of this version/);
  });

  it('are rejected if the password is wrong or there is no server', async () => {
    const server = await startServer('right');
    const wrong = server.url.replace('right', 'wrong');
    await expect(startRunner(wrong)).rejects.toThrow(
      /^Cannot reach the queue redis:\/\/localhost:\d+: .*WRONGPASS/,
    );
    await server.kill();
    await expect(startRunner(server.url)).rejects.toThrow(InfrastructureError);
  });

  it('are rejected if the server does not answer', async () => {
    const mute = createServer().listen(0);
    cleanups.push(() => mute.close());
    const { port } = mute.address() as AddressInfo;
    await expect(startRunner(`redis://localhost:${port}`)).rejects.toThrow(
      new InfrastructureError(`Cannot reach the queue redis://localhost:${port}: no answer within 5 s`),
    );
  });

  it('are abandoned soon after an interrupt if no worker answers, and not before', async () => {
    const { url } = await startServer();
    const { options: connection } = parseQueueAddress(url);
    const mute = new Worker(queueName(), null, { connection });
    cleanups.push(() => mute.close());
    const interrupt = new AbortController();
    const { signal } = interrupt;
    const runner = await startRunner(url, { patienceMs: 300_000, lastPatienceMs: 100, signal });
    const result = runner.run(batchAt(1));
    await mute.getNextJob('token');
    expect(runner.closed).toBe(false);
    interrupt.abort();
    await expect(result).rejects.toThrow(/no result arrived within 0.1 s/);
    expect(runner.closed).toBe(true);
  });
});
