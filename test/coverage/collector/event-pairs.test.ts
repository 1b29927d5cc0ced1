import { describe, expect, it } from 'vitest';
import { EventPairs, PAIR_SLOTS } from '../../../coverage/index.js';
import { generateTest, runScenarioTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { findSequence, NO_OVERRIDES } from '../../../harness/selection/selection.js';
import type { Scenario, Transaction } from '../../../transactions/index.js';

const corpus = openCorpus();
const makeScenario = (name: string, seed: string): Scenario =>
  generateTest({ sequence: findSequence(name), seed, overrides: NO_OVERRIDES, corpus });

/** Returns the slots of a test's pairs, after applying `change` to its transactions. */
function collectSlots(
  scenario: Scenario,
  change = (transaction: Transaction): Transaction => transaction,
): number[] {
  const pairs = new EventPairs();
  pairs.begin();
  runScenarioTest(scenario, { sink: (transaction) => pairs.observe(change(transaction)) });
  return pairs.seenSlots();
}

const slept = (wave: number, cycle: number): Transaction => ({
  kind: 'slept',
  wave,
  cycle,
  pc: 0,
  duration: 9,
});
const woken = (wave: number, cycle: number, by: 'exit' | 'time'): Transaction => ({
  kind: 'woken',
  wave,
  cycle,
  by,
});

function collectPairs(...transactions: readonly Transaction[]): number[] {
  const pairs = new EventPairs();
  pairs.begin();
  for (const transaction of transactions) pairs.observe(transaction);
  return pairs.seenSlots();
}

describe('pairs of events', () => {
  it('join events of the same wave, regardless of timing and interleaving', () => {
    const slots = collectPairs(slept(1, 5), woken(1, 9, 'exit'));
    expect(collectPairs(slept(7, 50), woken(7, 51, 'exit'))).toEqual(slots);
    expect(collectPairs(slept(1, 5), slept(2, 6), woken(1, 9, 'exit'), woken(2, 9, 'exit'))).toEqual(slots);
    expect(collectPairs(slept(1, 5), woken(1, 9, 'time'))).not.toEqual(slots);
    expect(collectPairs(woken(1, 5, 'exit'), slept(1, 9))).not.toEqual(slots);
  });

  it('are cleared when the next test starts', () => {
    const pairs = new EventPairs();
    pairs.observe(slept(1, 5));
    pairs.begin();
    expect(pairs.seenSlots()).toEqual([]);
  });

  it('are equal for equal tests, and partly shared by different ones', () => {
    const scenario = makeScenario('rmw_buffer', '0x1');
    expect(collectSlots(scenario)).toEqual(collectSlots(scenario));
    const traces = ['0x1', '0x2', '0x3'].flatMap((seed) =>
      ['rmw_buffer', 'plain_draws', 'even_programs'].map((name) => collectSlots(makeScenario(name, seed))),
    );
    const slots = new Set(traces.flat());
    const shared = [...slots].filter((slot) => traces.filter((trace) => trace.includes(slot)).length > 1);
    expect(new Set(traces.map(String)).size).toBeGreaterThan(3);
    expect(shared.length).toBeGreaterThan(slots.size / 3);
    expect(shared.length).toBeLessThan(slots.size);
    expect(traces.flat().every((slot) => slot < PAIR_SLOTS)).toBe(true);
  });
});
