import fc from 'fast-check';
import { createEmptyCoverage } from '../../../coverage/index.js';
import { readSeed } from '../../../harness/basics/seeds.js';
import { makeEmptyCheckCounts } from '../../../harness/records/check-counts.js';
import { type SequenceCosts, TestCosts } from '../../../harness/records/test-costs.js';
import { planTests } from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { Batch, BatchResult } from '../../../harness/workers/batch-result.js';
import { runIsolated } from '../../../harness/workers/isolate.js';
import type { BatchRunner } from '../../../harness/workers/pool.js';
import { POOL_SIZING } from '../../../runs/run/cut-plan.js';
import { drive } from '../../../runs/run/drive.js';
import { makeConstantSequence } from '../../harness/support/sequences.js';

/** Duration to report for each sequence's tests. */
const COST_MS: Readonly<Record<string, number>> = { quick: 7, long: 900 };

/** Creates a runner whose successive batches take the given numbers of event loop turns, cycling through the list. */
function createSlowRunner(turns: readonly number[]): BatchRunner {
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
        checks: makeEmptyCheckCounts(),
        sequences: {},
        coverage: createEmptyCoverage(),
        testMs: batch.tests.map(({ sequence }) => COST_MS[sequence]!),
        digests: [],
        prints: [],
      };
    },
    close: async () => undefined,
    closed: false,
  };
}

const SEQUENCES = [makeConstantSequence('quick', 5), makeConstantSequence('long')];

async function driveTests(
  count: number,
  inFlight: number,
  runner: BatchRunner,
  { endsAfter = Infinity, known = {} }: { endsAfter?: number; known?: SequenceCosts } = {},
) {
  const plan = planTests(readSeed('0x1'), SEQUENCES);
  const expected = Array.from({ length: count }, () => plan.next().value);
  const started: Batch[] = [];
  const countStarted = (): number => started.reduce((sum, { tests }) => sum + tests.length, 0);
  const results = drive({
    plan: planTests(readSeed('0x1'), SEQUENCES),
    first: 0,
    count,
    inFlight,
    sizing: POOL_SIZING,
    makeBatch: (first, tests): Batch => {
      const batch = { first, tests, overrides: NO_OVERRIDES, suite: 'smoke', coverageRun: 'test' };
      started.push(batch);
      return batch;
    },
    costs: new TestCosts(known),
    run: (batch) => runIsolated(runner, batch),
    shouldStop: () => countStarted() >= endsAfter,
  });
  const positions: number[] = [];
  for await (const { batch, result } of results) {
    expect(batch.tests.length).toBe(result.outcomes.length);
    batch.tests.forEach((test, row) => {
      expect(test).toEqual(expected[result.first + row]);
      positions.push(result.first + row);
    });
  }
  return { positions, startedCount: countStarted(), started };
}

describe('drive', () => {
  it('yields every test exactly once and in plan order, whichever batch finishes first', async () => {
    const turns = fc.array(fc.nat(5), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 6 }),
        turns,
        async (n, k, t) => {
          const { positions } = await driveTests(n, k, createSlowRunner(t));
          expect(positions).toEqual(Array.from({ length: n }, (_, i) => i));
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each([5, 20, 60, 150, 300])(
    'stops after %i tests, once the batches in flight and those before them are done',
    async (endsAfter) => {
      const { positions, startedCount, started } = await driveTests(1000, 3, createSlowRunner([2]), {
        endsAfter,
      });
      expect(positions).toEqual(Array.from({ length: startedCount }, (_, i) => i));
      let testsBefore = 0;
      started.forEach(({ first, tests }, index) => {
        const fillsGap = started.slice(0, index).some((other) => other.first > first);
        if (testsBefore >= endsAfter) expect(fillsGap).toBe(true);
        testsBefore += tests.length;
      });
      expect(startedCount).toBeLessThan(1000);
    },
  );

  it('starts tests expected to be slow in their own batches, ahead of earlier tests in the plan', async () => {
    const { started } = await driveTests(400, 2, createSlowRunner([1]));
    const slowBatches = started.filter(({ tests }) => tests.some(({ sequence }) => sequence === 'long'));
    const laterSlow = slowBatches.filter(({ first }) => first > 100);
    expect(laterSlow.filter(({ tests }) => tests.length > 1)).toEqual([]);
    const earlyStarts = laterSlow.filter((batch) =>
      started.slice(started.indexOf(batch)).some(({ first }) => first < batch.first),
    );
    expect(earlyStarts.length).toBeGreaterThan(laterSlow.length / 2);
  });

  it('uses times from earlier runs to batch and order even the first tests', async () => {
    const { started, positions } = await driveTests(400, 2, createSlowRunner([1]), { known: COST_MS });
    expect(positions).toEqual(Array.from({ length: 400 }, (_, i) => i));
    const [first, ...others] = started.slice(0, 4);
    expect(first!.tests.length).toBeGreaterThan(1);
    expect(others.map(({ tests }) => tests[0]!.sequence)).toContain('long');
    const otherPositions = others.map(({ first: position }) => position);
    expect(otherPositions).not.toEqual([...otherPositions].sort((a, b) => a - b));
  });
});
