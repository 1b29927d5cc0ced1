import { deriveTestSeed } from '../../../harness/basics/seeds.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { runBatch } from '../../../harness/workers/batch.js';
import type { Batch, BatchResult } from '../../../harness/workers/batch-result.js';
import { decodeOutcome, decodeTask, encodeOutcome, encodeTask } from '../../../runs/batches/batch-codec.js';
import { parseQueueAddress } from '../../../runs/queue/queue-address.js';

const tests = [0, 1].map((index) => ({
  sequence: 'empty_section',
  index,
  seed: deriveTestSeed({ high: 0, low: 7 }, 'empty_section', index),
}));
const batch: Batch = {
  first: 50,
  tests,
  overrides: { chips: ['navi21'], knobs: { idWrap: 7 }, faults: ['F46'] },
  suite: 'my.json',
  suiteHash: '0123456789abcdef',
  coverageRun: 'test',
};
const limits = { ms: 1000, heapMb: 64 };

describe('a batch in a queue', () => {
  it('round-trips', () => {
    expect(decodeTask(encodeTask({ batch, limits }))).toEqual({ batch, limits });
    const generated = { ...batch, generateOnly: true as const };
    expect(decodeTask(encodeTask({ batch: generated, limits }))).toEqual({ batch: generated, limits });
  });

  it('round-trips its result with failures, coverage and digests', () => {
    const failed = runBatch(batch, openCorpus());
    const passed = runBatch({ ...batch, overrides: NO_OVERRIDES }, openCorpus());
    expect(failed.failures.length).toBeGreaterThan(0);
    expect(passed.digests).toHaveLength(1);
    for (const result of [failed, passed]) {
      const text = encodeOutcome({ result });
      expect(decodeOutcome(text)).toEqual({ result });
      const { failures } = (decodeOutcome(text) as { result: BatchResult }).result;
      expect(JSON.stringify(failures.map(({ violations }) => violations))).toBe(
        JSON.stringify(result.failures.map(({ violations }) => violations)),
      );
    }
  });

  it('round-trips the error of a lost worker', () => {
    const failed = { lost: { name: 'Error', message: 'worker exited with code: 7' } };
    expect(decodeOutcome(encodeOutcome(failed))).toEqual(failed);
  });

  it.each(['', 'what is this', encodeTask({ batch, limits })])('rejects "%.20s" as an outcome', (text) => {
    expect(() => decodeOutcome(text)).toThrow();
  });

  it.each(['', 'what is this', encodeOutcome({ lost: { name: 'a', message: 'b' } })])(
    'rejects "%.20s" as a task',
    (text) => {
      expect(() => decodeTask(text)).toThrow();
    },
  );
});

describe('parseQueueAddress', () => {
  it.each([
    ['redis://host', { host: 'host', port: 6379 }, 'redis://host:6379'],
    ['redis://:a%3Ab@host:1/3', { host: 'host', port: 1, password: 'a:b', db: 3 }, 'redis://host:1'],
    [
      'redis://me:pw@[::1]',
      { host: '::1', port: 6379, username: 'me', password: 'pw' },
      'redis://[::1]:6379',
    ],
    ['rediss://host:9', { host: 'host', port: 9, tls: { servername: 'host' } }, 'rediss://host:9'],
  ])('parses %s and hides its password', (url, options, safeUrl) => {
    expect(parseQueueAddress(url)).toEqual({ options, safeUrl });
  });

  it.each(['', 'host:6379', 'http://host', 'redis://', 'redis://:secret@host/name', 'rediss://:secret@:0:0'])(
    'rejects "%s" with a one-line error that hides the password',
    (url) => {
      expect(() => parseQueueAddress(url)).toThrow(
        /^Invalid --queue: expected redis:\/\/HOST:PORT(?!.*secret)/,
      );
    },
  );
});
