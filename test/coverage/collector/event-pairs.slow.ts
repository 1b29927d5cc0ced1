import { EventPairs, PAIR_SLOTS } from '../../../coverage/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import type { Scenario, Transaction } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

const makeScenario = (name: string, seed: string): Scenario => drawTest(name, seed);

/** Runs a test and returns the slots of its pairs. `change` is applied to each transaction. */
function collectSlots(
  scenario: Scenario,
  change = (transaction: Transaction): Transaction => transaction,
): number[] {
  const pairs = new EventPairs();
  pairs.begin();
  runScenarioTest(scenario, { sink: (transaction) => pairs.observe(change(transaction)) });
  return pairs.listSeenSlots();
}

const sleep = (wave: number, cycle: number): Transaction => ({
  kind: 'slept',
  wave,
  cycle,
  pc: 0,
  duration: 9,
});
const wake = (wave: number, cycle: number, by: 'exit' | 'time'): Transaction => ({
  kind: 'woken',
  wave,
  cycle,
  by,
});

function collectPairs(...transactions: readonly Transaction[]): number[] {
  const pairs = new EventPairs();
  pairs.begin();
  for (const transaction of transactions) pairs.observe(transaction);
  return pairs.listSeenSlots();
}

describe('pairs of events', () => {
  it('link events of the same wave, regardless of timing and interleaving', () => {
    const slots = collectPairs(sleep(1, 5), wake(1, 9, 'exit'));
    expect(collectPairs(sleep(7, 50), wake(7, 51, 'exit'))).toEqual(slots);
    expect(collectPairs(sleep(1, 5), sleep(2, 6), wake(1, 9, 'exit'), wake(2, 9, 'exit'))).toEqual(slots);
    expect(collectPairs(sleep(1, 5), wake(1, 9, 'time'))).not.toEqual(slots);
    expect(collectPairs(wake(1, 5, 'exit'), sleep(1, 9))).not.toEqual(slots);
  });

  it('are cleared when the next test starts', () => {
    const pairs = new EventPairs();
    pairs.observe(sleep(1, 5));
    pairs.begin();
    expect(pairs.listSeenSlots()).toEqual([]);
  });

  it('are the same for identical tests, and partly shared by different tests', () => {
    const scenario = makeScenario('rmw_buffer', '0x1');
    expect(collectSlots(scenario)).toEqual(collectSlots(scenario));
    const slotLists = ['0x1', '0x2', '0x3'].flatMap((seed) =>
      ['rmw_buffer', 'plain_draws', 'even_programs'].map((name) => collectSlots(makeScenario(name, seed))),
    );
    const slots = new Set(slotLists.flat());
    const shared = [...slots].filter((slot) => slotLists.filter((list) => list.includes(slot)).length > 1);
    expect(new Set(slotLists.map(String)).size).toBeGreaterThan(3);
    expect(shared.length).toBeGreaterThan(slots.size / 3);
    expect(shared.length).toBeLessThan(slots.size);
    expect(slotLists.flat().every((slot) => slot < PAIR_SLOTS)).toBe(true);
  });
});
