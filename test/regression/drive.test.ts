import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCoverage } from '../../coverage/index.js';
import type { Batch, BatchResult } from '../../regression/batch.js';
import { emptyCheckCounts } from '../../regression/check-counts.js';
import { drive } from '../../regression/drive.js';
import { NO_OVERRIDES, planTests, readSeed } from '../../regression/index.js';
import { runIsolated } from '../../regression/isolate.js';
import type { BatchRunner } from '../../regression/pool.js';
import { constantSequence } from './support/sequences.js';

/** A runner whose batches take as many turns of the event loop as the list says, one entry a batch. */
function slowRunner(turns: readonly number[]): BatchRunner {
  let next = 0;
  return {
    async run(batch): Promise<BatchResult> {
      for (let turn = turns[next++ % turns.length]!; turn > 0; turn--) await new Promise(setImmediate);
      const count = batch.tests.length;
      return {
        first: batch.first,
        outcomes: new Uint8Array(count),
        chips: new Uint8Array(count),
        waves: new Uint32Array(count),
        cycles: new Float64Array(count),
        instructions: new Float64Array(count),
        failures: [],
        rules: {},
        checks: emptyCheckCounts(),
        sequences: {},
        coverage: emptyCoverage(),
        milliseconds: count * 7,
        digests: [],
      };
    },
    close: async () => undefined,
    closed: false,
  };
}

async function positions(count: number, inFlight: number, runner: BatchRunner, endsAfter = Infinity) {
  let handed = 0;
  const results = drive({
    plan: planTests(readSeed('0x1'), [constantSequence('alpha')]),
    first: 0,
    count,
    inFlight,
    makeBatch: (first, tests): Batch => {
      handed += tests.length;
      return { first, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' };
    },
    run: (batch) => runIsolated(runner, batch),
    ended: () => handed >= endsAfter,
  });
  const seen: number[] = [];
  for await (const { batch, result } of results) {
    expect(batch.tests.length).toBe(result.outcomes.length);
    batch.tests.forEach(({ index }, row) => {
      expect(index).toBe(result.first + row);
      seen.push(index);
    });
  }
  return { seen, handed };
}

describe('driving a plan', () => {
  it('gives every test once and in plan order, whatever finishes first', async () => {
    const turns = fc.array(fc.nat(5), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 6 }),
        turns,
        async (n, k, t) => {
          const { seen } = await positions(n, k, slowRunner(t));
          expect(seen).toEqual(Array.from({ length: n }, (_, i) => i));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('ends with what is under way when it is told to', async () => {
    const { seen, handed } = await positions(1000, 3, slowRunner([2]), 20);
    expect(seen).toEqual(Array.from({ length: handed }, (_, i) => i));
    expect(handed).toBeLessThan(60);
  });
});
