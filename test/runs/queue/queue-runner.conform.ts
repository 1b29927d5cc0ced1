import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { InfrastructureError } from '../../../harness/basics/errors.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import {
  type Batch,
  type BatchResult,
  makeEmptyResult,
  NO_CHIP,
} from '../../../harness/workers/batch-result.js';
import { type BatchRunner, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { getQueueName, parseQueueAddress } from '../../../runs/queue/queue-address.js';
import { connectQueueRunner, type QueueOptions } from '../../../runs/queue/queue-runner.js';
import { serveQueue } from '../../../runs/queue/serve-queue.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';
import { RedisServer } from '../../support/redis-server.js';
import { pause } from '../../support/until.js';

const LEASE_MS = 300;
const folder = createTempFolder();
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
    limits: DEFAULT_LIMITS,
    sweepMs: 50,
    ...options,
  });
  cleanups.push(() => runner.close());
  return runner;
}

/** Creates the result that a worker would return if every test in the batch passed. */
function makePassingResult({ first, tests }: Batch): BatchResult {
  const { length } = tests;
  const sequences: Record<string, number> = {};
  for (const { sequence } of tests) sequences[sequence] = (sequences[sequence] ?? 0) + 1;
  return {
    ...makeEmptyResult(first),
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
      if (first === CRASHING_POSITION) throw new RangeError('thrown on purpose');
      return makePassingResult(batch);
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

/** Position of the first test in the batch whose run throws. */
const CRASHING_POSITION = 999;

function makeBatch(first: number): Batch {
  const tests = [{ sequence: 'or_bits', index: 0, seed: '0x1' }];
  return { first, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' };
}

function getPositions(results: readonly BatchResult[]): number[] {
  return results.map(({ first }) => first);
}

describe.runIf(hasTool('redis-server', 'redis-server'))('batches on a real queue', () => {
  it('return their results, and reject with the cause if the run throws', async () => {
    const { url } = await startServer('s3:cret');
    const runner = await startRunner(url);
    await startWorker(url);
    expect(getPositions(await Promise.all([1, 2, 3].map((first) => runner.run(makeBatch(first)))))).toEqual([
      1, 2, 3,
    ]);
    await expect(runner.run(makeBatch(CRASHING_POSITION))).rejects.toMatchObject({
      name: 'RangeError',
      message: 'thrown on purpose',
    });
  });

  it("go to another worker if theirs dies, and the dead worker's late results are ignored", async () => {
    const { url } = await startServer();
    const runner = await startRunner(url);
    const connection = parseQueueAddress(url).options;
    const dyingWorker = new Worker(getQueueName(), null, { connection, lockDuration: LEASE_MS });
    cleanups.push(() => dyingWorker.close());
    const result = runner.run(makeBatch(7));
    const job = await dyingWorker.getNextJob('token');
    const receipts = await startWorker(url);
    expect((await result).first).toBe(7);
    expect(receipts).toEqual(new Map([[7, 1]]));
    await expect(job!.moveToCompleted('late', 'token', false)).rejects.toThrow();
    expect((await runner.run(makeBatch(8))).first).toBe(8);
  });

  it('survive a server crash halfway through, even if the server loses all its data', async () => {
    const server = await startServer();
    const runner = await startRunner(server.url);
    await startWorker(server.url, 20);
    for (const losesData of [false, true]) {
      const results = Promise.all([1, 2, 3, 4, 5, 6].map((first) => runner.run(makeBatch(first))));
      await server.kill();
      if (losesData) server.deleteData();
      await server.start();
      expect(getPositions(await results)).toEqual([1, 2, 3, 4, 5, 6]);
    }
  });

  it('are abandoned with a one-line error if the server stays down', async () => {
    const server = await startServer();
    const runner = await startRunner(server.url, { unreachableTimeoutMs: 200 });
    const pendingResult = runner.run(makeBatch(1));
    await server.kill();
    await expect(pendingResult).rejects.toThrow(
      new InfrastructureError(
        `Lost the queue redis://localhost:${server.port}: the server has been unreachable for 0.2 s; use "run --resume" to continue the run later`,
      ),
    );
    expect(runner.closed).toBe(true);
  });

  it('are abandoned, with a note, if no worker picks them up', async () => {
    const { url } = await startServer();
    const lines: string[] = [];
    const runner = await startRunner(url, { workerTimeoutMs: 200, onNote: (line) => lines.push(line) });
    await expect(runner.run(makeBatch(1))).rejects.toThrow(
      /no worker running this version is taking tests from it/,
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^Waiting for the queue redis:\/\/localhost:\d+: no worker running this version/,
    );
  });

  it.each([
    [
      'takes a batch and only renews its lock',
      true,
      'The worker did not finish its tests within 0.3 s',
      false,
    ],
    [
      'is connected but never takes a batch',
      false,
      'Lost the queue ADDRESS: its workers took no test within 0.2 s; use "run --resume" to continue the run later',
      true,
    ],
  ])('are given up if a worker %s', async (_text, takesBatch, message, closed) => {
    const server = await startServer();
    const connection = parseQueueAddress(server.url).options;
    const hang = takesBatch ? () => new Promise(() => undefined) : null;
    const hungWorker = new Worker(getQueueName(), hang, { connection, lockDuration: LEASE_MS });
    cleanups.push(() => hungWorker.close(true));
    await hungWorker.waitUntilReady();
    const limits = { workerTimeoutMs: takesBatch ? 300_000 : 200, answerTimeoutMs: 300 };
    const runner = await startRunner(server.url, limits);
    const result = runner.run(makeBatch(1));
    const address = `redis://localhost:${server.port}`;
    await expect(result).rejects.toThrow(message.replace('ADDRESS', address));
    expect(runner.closed).toBe(closed);
  });

  it('cannot be queued if the password is wrong or the server is down', async () => {
    const server = await startServer('right');
    const wrong = server.url.replace('right', 'wrong');
    await expect(startRunner(wrong)).rejects.toThrow(
      /^Cannot reach the queue redis:\/\/localhost:\d+: .*WRONGPASS/,
    );
    await server.kill();
    await expect(startRunner(server.url)).rejects.toThrow(InfrastructureError);
  });

  it('cannot be queued if the server does not answer', async () => {
    const silentServer = createServer().listen(0);
    cleanups.push(() => silentServer.close());
    const { port } = silentServer.address() as AddressInfo;
    await expect(startRunner(`redis://localhost:${port}`)).rejects.toThrow(
      new InfrastructureError(`Cannot reach the queue redis://localhost:${port}: no answer within 5 s`),
    );
  });

  it('are abandoned soon after an interrupt if no worker answers, and not before', async () => {
    const { url } = await startServer();
    const { options: connection } = parseQueueAddress(url);
    const silentWorker = new Worker(getQueueName(), null, { connection });
    cleanups.push(() => silentWorker.close());
    const interrupt = new AbortController();
    const { signal } = interrupt;
    const runner = await startRunner(url, { workerTimeoutMs: 300_000, shutdownTimeoutMs: 100, signal });
    const result = runner.run(makeBatch(1));
    while ((await silentWorker.getNextJob('token')) === undefined);
    expect(runner.closed).toBe(false);
    interrupt.abort();
    await expect(result).rejects.toThrow(/no result arrived within 0.1 s/);
    expect(runner.closed).toBe(true);
  });
});
