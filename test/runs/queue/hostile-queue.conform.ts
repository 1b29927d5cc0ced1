import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { allowSuiteFile } from '../../../harness/suite-files/opened-suites.js';
import { hashSuiteFile } from '../../../harness/suite-files/suite-file.js';
import { type Batch, makeEmptyResult } from '../../../harness/workers/batch-result.js';
import { type BatchRunner, createPool, DEFAULT_LIMITS } from '../../../harness/workers/pool.js';
import { encodeOutcome, encodeTask } from '../../../runs/batches/batch-codec.js';
import { getQueueName, parseQueueAddress } from '../../../runs/queue/queue-address.js';
import { QueueSeal, readQueueKey } from '../../../runs/queue/queue-key.js';
import { connectQueueRunner, type QueueOptions } from '../../../runs/queue/queue-runner.js';
import { serveQueue } from '../../../runs/queue/serve-queue.js';
import { callCli } from '../../cli/support/call-cli.js';
import { createTempFolder, runCli } from '../../cli/support/run-cli.js';
import { hasTool } from '../../support/external-tool.js';
import { RedisServer } from '../../support/redis-server.js';
import { until } from '../../support/until.js';

const folder = createTempFolder();
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
let serverCount = 0;

async function startServer(): Promise<string> {
  const server = await RedisServer.start(join(folder, `${serverCount++}`));
  cleanups.push(() => server.kill());
  return server.url;
}

/** Connects a run's runner to the queue. */
async function connectRunner(url: string, options: Partial<QueueOptions> = {}): Promise<BatchRunner> {
  const runner = await connectQueueRunner({
    url,
    limits: DEFAULT_LIMITS,
    sweepMs: 50,
    ...options,
  });
  cleanups.push(() => runner.close());
  return runner;
}

/** Starts a worker with real threads, as in production. */
async function startWorker(url: string, key?: Buffer): Promise<void> {
  const stop = new AbortController();
  await new Promise<void>((resolve) => {
    const start = (): ReturnType<typeof createPool> => createPool({ workers: 1, limits: DEFAULT_LIMITS });
    const served = serveQueue({
      url,
      key,
      workers: 1,
      leaseMs: 1000,
      start,
      signal: stop.signal,
      onNote: () => resolve(),
    });
    cleanups.push(() => {
      stop.abort();
      return served;
    });
  });
}

/** Starts a rogue worker that sends the same answer for every job. */
async function startForger(url: string, text: string): Promise<void> {
  const { options: connection } = parseQueueAddress(url);
  const forger = new Worker(getQueueName(), async () => text, { connection });
  cleanups.push(() => forger.close());
  await forger.waitUntilReady();
}

/** Adds a job to the queue directly, without a run, and returns its outcome. */
async function submit(url: string, task: string): Promise<string> {
  const queue = new Queue(getQueueName(), { connection: parseQueueAddress(url).options });
  cleanups.push(() => queue.close());
  const { id } = await queue.add('batch', { task });
  return until(async () => {
    const job = await queue.getJob(id!);
    if (job?.failedReason) return job.failedReason;
    if (job?.returnvalue)
      return Buffer.from(String(job.returnvalue).split('.').at(-1)!, 'base64').toString('latin1');
    return undefined;
  });
}

const TEST = { sequence: 'empty_section', index: 0, seed: '0x1' };
const batch: Batch = {
  first: 0,
  tests: [TEST],
  overrides: NO_OVERRIDES,
  suite: 'smoke',
  coverageRun: 'test',
};
const KEY = Buffer.from('k'.repeat(32));
const MARKER = join(folder, 'it-ran');

function writeMaliciousFile(): string {
  const file = join(folder, 'evil.mjs');
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(MARKER)}, '');
export default { count: 2, tests: [{ sequence: 'empty_section' }] };`,
  );
  return file;
}

describe.runIf(hasTool('redis-server', 'redis-server'))('a worker on a queue others can write to', () => {
  it('runs no code from a job: a path is just a name, and the hash must match a file it was started with', async () => {
    const url = await startServer();
    await startWorker(url);
    const file = writeMaliciousFile();
    const { hash } = hashSuiteFile(file);
    const hidden = join(folder, 'secret.json');
    writeFileSync(hidden, 'root:x:0:0');
    for (const suite of [file, hidden]) {
      const response = await submit(
        url,
        encodeTask({ batch: { ...batch, suite, suiteHash: hash }, limits: DEFAULT_LIMITS }),
      );
      expect(response).toMatch(
        /No suite file with hash [0-9a-f]{16} is known here: start every worker with --suite-file/,
      );
      expect(await submit(url, encodeTask({ batch: { ...batch, suite }, limits: DEFAULT_LIMITS }))).toContain(
        'was given without a file hash',
      );
      expect(response).not.toContain('root');
    }
    expect(existsSync(MARKER)).toBe(false);
    allowSuiteFile(file);
    const answer = await submitToNewWorker(hash, file);
    expect(existsSync(MARKER), answer).toBe(true);
  });

  /** Submits the file to a worker that was started with that file allowed, and returns its answer. */
  async function submitToNewWorker(hash: string, suite: string): Promise<string> {
    const url = await startServer();
    await startWorker(url);
    return submit(url, encodeTask({ batch: { ...batch, suite, suiteHash: hash }, limits: DEFAULT_LIMITS }));
  }

  it('runs only jobs signed with its key, if it has one', async () => {
    const url = await startServer();
    await startWorker(url, KEY);
    const task = encodeTask({ batch, limits: DEFAULT_LIMITS });
    expect(await submit(url, task)).toBe(
      'Rejected a job from the queue: the task is not signed, but --queue-key-file requires it',
    );
    expect(await submit(url, `${'0'.repeat(64)}.${task}`)).toMatch(/signed with a different key/);
    expect(await submit(url, 'what is this')).toMatch(/^Rejected a job/);
  });

  it('runs tests for a run with the same suite file and key', async () => {
    const url = await startServer();
    const suite = join(folder, 'mine.json');
    const key = join(folder, 'shared.key');
    writeFileSync(suite, JSON.stringify({ count: 1, seed: '0x1', tests: [{ sequence: 'empty_section' }] }));
    writeFileSync(key, KEY);
    const queueOptions = ['--queue', url, '--queue-key-file', key];
    const worker = ['worker', ...queueOptions, '--workers', '1', '--suite-file', suite];
    const out = join(folder, 'by-key');
    let code: number | null | undefined;
    await runCli(worker, folder, (kill) => {
      void callCli(['run', suite, ...queueOptions, '--json', '--out', out]).then((ran) => {
        code = ran.code;
        kill('SIGTERM');
      });
    });
    expect(code).toBe(0);
  });

  it('produces results that the run accepts if both have the same key', async () => {
    const url = await startServer();
    await startWorker(url, KEY);
    const runner = await connectRunner(url, { key: KEY });
    expect((await runner.run(batch)).outcomes).toEqual(Uint8Array.of(0));
  });
});

describe.runIf(hasTool('redis-server', 'redis-server'))('a run on a queue others can write to', () => {
  const forged = { ...makeEmptyResult(0), outcomes: new Uint8Array(1000) };

  it.each([
    [
      '1,000 outcomes for one test',
      encodeOutcome({ result: forged }),
      /does not match its batch: its number of outcomes is 1000/,
    ],
    [
      'an empty result',
      encodeOutcome({ result: makeEmptyResult(0) }),
      /does not match its batch: its number of outcomes is 0/,
    ],
    ['an invalid result', 'AAAA', /^The queue returned an invalid result: /],
  ])('treats the worker as lost if it sends %s and there is no key', async (_, text, expected) => {
    const url = await startServer();
    const runner = await connectRunner(url);
    await startForger(url, text);
    await expect(runner.run(batch)).rejects.toThrow(expected);
    expect(runner.closed).toBe(false);
  });

  /** Ways that someone without the key can pose as a worker. */
  const FORGERIES: readonly (readonly [string, (url: string, runner: BatchRunner) => Promise<unknown>])[] = [
    [
      'an unsigned test result',
      async (url) => answerOnce(url, async () => encodeOutcome({ result: forged })),
    ],
    ['an unsigned report of a lost worker', async (url) => answerOnce(url, async () => LOSS)],
    [
      'a result with an all-zero signature',
      async (url) => answerOnce(url, async () => `${'0'.repeat(64)}.${LOSS}`),
    ],
    [
      'a job failure',
      async (url) =>
        answerOnce(url, () => {
          throw new Error('the attacker said so');
        }),
    ],
    [
      'a rejection from a worker that was given a different task with the same name',
      async (url) => {
        const seal = new QueueSeal(getQueueName(), KEY);
        await answerOnce(url, async ({ id }) =>
          seal.seal(
            { kind: 'outcome', job: id!, answers: seal.seal({ kind: 'task', job: id! }, LOSS) },
            LOSS,
          ),
        );
      },
    ],
    [
      'events for unfinished jobs',
      async (url) => {
        const queue = new Queue(getQueueName(), { connection: parseQueueAddress(url).options });
        cleanups.push(() => queue.close());
        let jobs: string[] = [];
        while (jobs.length === 0) jobs = (await queue.getWaiting()).map(({ id }) => id!);
        const redis = new Redis(parseQueueAddress(url).options);
        const addEvent = (...fields: string[]): Promise<unknown> =>
          redis.xadd(queue.keys.events!, '*', ...fields);
        for (const jobId of jobs) {
          await addEvent('event', 'failed', 'jobId', jobId, 'failedReason', 'the attacker said so');
          await addEvent('event', 'completed', 'jobId', jobId, 'returnvalue', JSON.stringify(LOSS));
        }
        redis.disconnect();
      },
    ],
  ];
  const LOSS = encodeOutcome({ lost: { name: 'Error', message: 'the attacker said so' } });

  /** Starts a rogue worker that answers one job and disconnects. */
  async function answerOnce(url: string, answer: (job: Job) => Promise<string>): Promise<void> {
    const { options: connection } = parseQueueAddress(url);
    const forger = new Worker(getQueueName(), answer, { connection, concurrency: 1 });
    await new Promise<unknown>((resolve) => forger.on('completed', resolve).on('failed', resolve));
    await forger.close();
  }

  it.each(FORGERIES)('ignores %s if there is a key, prints a note, and runs the tests', async (_, forge) => {
    const url = await startServer();
    const notes: string[] = [];
    const onNote = (line: string): unknown => notes.push(line);
    const runner = await connectRunner(url, { key: KEY, onNote });
    const result = runner.run(batch);
    await forge(url, runner);
    await startWorker(url, KEY);
    expect((await result).outcomes).toEqual(Uint8Array.of(0));
    expect(notes.filter((line) => line.startsWith('Ignored'))[0]).toMatch(
      /^Ignored an answer from the queue redis:\S+: not signed with --queue-key-file$/,
    );
  });

  it('gives up without a result if it has a key and only forgers answer', async () => {
    const url = await startServer();
    const runner = await connectRunner(url, { key: KEY, sweepMs: 5, workerTimeoutMs: 3000 });
    await startForger(url, LOSS);
    await expect(runner.run(batch)).rejects.toThrow(
      /^Lost the queue redis:\S+: no answer in the last 3 s was signed with --queue-key-file; use "run --resume"/,
    );
    expect(runner.closed).toBe(true);
  });

  it('rejects a 66 MB answer and stops', async () => {
    const url = await startServer();
    const runner = await connectRunner(url);
    await startForger(url, 'A'.repeat(66 << 20));
    await expect(runner.run(batch)).rejects.toThrow(
      /^Lost the queue redis:\S+: it sent more than 64 MiB at once; no result is that large; use "run --resume" to continue/,
    );
  });

  it('writes nothing outside its directory, reports errors with reasons, and counts no test as passed', async () => {
    const url = await startServer();
    const out = join(folder, 'runs', 'forged');
    mkdirSync(join(folder, 'runs'));
    // Correctly answers the empty batch that checks worker start-up, and answers all others with forged failures.
    const { options: connection } = parseQueueAddress(url);
    let answered = 0;
    const malicious = {
      ...forged,
      failures: [
        {
          test: { ...TEST, sequence: '../../../evil' },
          outcome: 'failed',
          signature: '..',
          rule: 'ORD-06',
          violations: [],
          waves: 0,
          summary: '',
        },
      ],
    };
    const forger = new Worker(
      getQueueName(),
      async () => encodeOutcome({ result: answered++ === 0 ? makeEmptyResult(0) : (malicious as never) }),
      { connection },
    );
    cleanups.push(() => forger.close());
    const args = [
      ...'run smoke --test empty_section --seed 0x1 --count 2 --queue'.split(' '),
      url,
      '--json',
      '--out',
      out,
    ];
    const { code, stdout } = await callCli(args);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ tests: 2, passed: 0, errors: 2 });
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toMatch(/does not match its batch/);
    expect(existsSync(join(folder, 'evil.0'))).toBe(false);
  });
});

it('both commands read the key from a file; run rejects a key if there is no queue', async () => {
  const file = join(folder, 'key.txt');
  writeFileSync(file, KEY);
  expect(readQueueKey(file)).toEqual(KEY);
  const withoutQueue = await callCli(['run', 'smoke', '--queue-key-file', file]);
  expect(withoutQueue).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Cannot use --queue-key-file .* without --queue/),
  });
  const missingFile = await callCli([
    ...'worker --queue redis://localhost:1 --queue-key-file'.split(' '),
    `${file}.none`,
  ]);
  expect(missingFile).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Cannot read --queue-key-file /),
  });
});
