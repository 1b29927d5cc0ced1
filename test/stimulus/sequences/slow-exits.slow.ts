import { factsOf } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { slowExits } from '../../../stimulus/sequences/slow-exits.js';
import type { Scenario, Transaction } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenario(low: number, chips = slowExits.chips): Scenario {
  return drawScenario(slowExits, low, { chips });
}

/** Runs a scenario, which must be clean, and returns its transactions of the given kinds. */
function collectTransactions(scenario: Scenario, ...kinds: readonly Transaction['kind'][]): Transaction[] {
  const transactions: Transaction[] = [];
  const { finding, verdict } = runScenarioTest(scenario, {
    sink: (t) => {
      if (kinds.includes(t.kind)) transactions.push({ ...t });
    },
  });
  expect([finding, verdict.violations]).toEqual([undefined, []]);
  return transactions;
}

test('slow_exits combines sample interlocks and pixel interlocks with sixteen samples in one test', () => {
  const mixed = Array.from({ length: 100 }, (_, low) => generateScenario(low)).filter(
    ({ draws }) =>
      draws.some(({ interlock }) => interlock === 'sample-ordered') &&
      draws.some(({ interlock, samples }) => interlock === 'pixel-ordered' && samples === 16),
  );
  expect(mixed.length).toBeGreaterThan(0);
});

test.each(['navi21', 'navi31'] as const)(
  'waves on %s end before their exit is counted, or long after',
  (chip) => {
    let before = 0;
    let after = 0;
    for (let low = 0; low < 8; low++) {
      const exits = new Map<number, number>();
      const ends = new Map<number, number>();
      for (const t of collectTransactions(generateScenario(low, [chip]), 'section-exit', 'wave-ended')) {
        if (t.kind === 'section-exit') exits.set(t.wave, t.cycle);
        else if (t.kind === 'wave-ended') ends.set(t.wave, t.cycle);
      }
      for (const [wave, end] of ends) {
        const exit = exits.get(wave);
        if (exit === undefined) continue;
        if (end < exit) before++;
        if (end > exit + 100) after++;
      }
    }
    expect([before > 0, after > 0]).toEqual([true, true]);
  },
);

test('exits wake sleeping waves on chips that support it', () => {
  expect(factsOf('gfx10.3').sleepsEndEarly).toBe(true);
  const slept = Array.from({ length: 8 }, (_, low) =>
    collectTransactions(generateScenario(low, ['navi21']), 'slept', 'woken'),
  );
  const woken = slept.flat().filter((t) => t.kind === 'woken' && t.by === 'exit');
  expect(woken.length).toBeGreaterThan(0);
});
