import { join } from 'node:path';
import { InfrastructureError } from '../../../harness/basics/errors.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import {
  type Batch,
  type BatchResult,
  makeEmptyResult,
  NO_CHIP,
} from '../../../harness/workers/batch-result.js';
import { type BatchRunner, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { connectQueueRunner } from '../../../runs/queue/queue-runner.js';
import { serveQueue } from '../../../runs/queue/serve-queue.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { OutageProxy } from '../../support/cut-proxy.js';
import { hasTool } from '../../support/external-tool.js';
import { RedisServer } from '../../support/redis-server.js';

/**
 * Client chunk numbers at which to cut the connection. Early cuts hit the connection set-up, later ones the jobs.
 */
const CUT_POINTS = [1, 2, 3, 4, 6, 8, 10, 12, 15, 18];
const TEST = { sequence: 'or_bits', index: 0, seed: '0x1' };
const batch: Batch = {
  first: 7,
  tests: [TEST],
  overrides: NO_OVERRIDES,
  suite: 'smoke',
  coverageRun: 'test',
};

const folder = createTempFolder();
let server: RedisServer;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startProxy(chunk: number): Promise<OutageProxy> {
  const proxy = await OutageProxy.start(server.port, chunk);
  cleanups.push(() => proxy.close());
  return proxy;
}

/** Starts a worker whose tests all pass; rejects if the worker cannot reach the server at first. */
function startWorker(url: string): Promise<void> {
  const stop = new AbortController();
  const result: BatchResult = {
    ...makeEmptyResult(7),
    outcomes: new Uint8Array(1),
    chips: Uint8Array.of(NO_CHIP),
    waves: new Uint32Array(1),
    cycles: new Float64Array(1),
    instructions: new Float64Array(1),
    testMs: [1],
    sequences: { or_bits: 1 },
  };
  const start = (): BatchRunner => ({ closed: false, close: async () => undefined, run: async () => result });
  return new Promise((resolve, reject) => {
    const options = { url, workers: 1, leaseMs: 300, start, signal: stop.signal };
    const served = serveQueue({ ...options, onNote: (line) => line.startsWith('Waiting') && resolve() });
    served.catch(reject);
    cleanups.push(() => {
      stop.abort();
      return served.catch(() => undefined);
    });
  });
}

async function startRunner(url: string): Promise<BatchRunner> {
  const runner = await connectQueueRunner({ url, limits: DEFAULT_LIMITS, sweepMs: 50 });
  cleanups.push(() => runner.close());
  return runner;
}

describe.runIf(hasTool('redis-server', 'redis-server'))('a server outage', () => {
  beforeAll(async () => {
    server = await RedisServer.start(join(folder, 'server'));
  });
  afterAll(() => server.kill());

  it.each(CUT_POINTS)(
    'at chunk %i from a worker loses no tests, or stops the worker with a one-line error',
    async (chunk) => {
      const proxy = await startProxy(chunk);
      const runner = await startRunner(server.url);
      try {
        await startWorker(proxy.url);
      } catch (error) {
        expect(error).toBeInstanceOf(InfrastructureError);
        expect((error as Error).message).toMatch(/^Cannot reach the queue redis:\/\/localhost:\d+: [^\n]+$/);
        return;
      }
      expect((await runner.run(batch)).outcomes).toEqual(Uint8Array.of(0));
    },
  );

  it.each(CUT_POINTS)(
    'at chunk %i from a run loses no results, or stops the run with a one-line error',
    async (chunk) => {
      const proxy = await startProxy(chunk);
      await startWorker(server.url);
      let runner: BatchRunner;
      try {
        runner = await startRunner(proxy.url);
      } catch (error) {
        expect(error).toBeInstanceOf(InfrastructureError);
        expect((error as Error).message).toMatch(
          /^(Cannot reach|Lost) the queue redis:\/\/localhost:\d+[^\n]+$/,
        );
        return;
      }
      expect((await runner.run(batch)).outcomes).toEqual(Uint8Array.of(0));
    },
  );
});
