import { chipOf, decodeCached, factsOf } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { heldLines } from '../../../stimulus/sequences/held-lines.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

/** The number of bytes in a code line. */
const LINE_BYTES = 64;
/** The number of banks in the instruction cache. */
const BANKS = 4;

function generateScenario(low: number, chips = heldLines.chips): Scenario {
  return drawScenario(heldLines, low, { chips });
}

const SCENARIOS = Array.from({ length: 20 }, (_, low) => generateScenario(low));

test('held_lines runs three programs that together have more lines than the instruction cache holds', () => {
  for (const { programs, freedoms } of SCENARIOS) {
    const lines = programs.map(({ words }) => Math.ceil((4 * words.length) / LINE_BYTES));
    expect(lines).toHaveLength(3);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(
      BANKS * freedoms.instructionCacheLines,
    );
  }
});

test('held_lines has instructions that straddle two lines, and 12-byte ones if the generation supports them', () => {
  for (const { chip, wave, programs } of SCENARIOS) {
    const { gfx } = chipOf(chip);
    const straddling = programs.flatMap(({ words }) =>
      decodeCached(words, gfx, wave, undefined).instructions.filter(
        ({ pc, words: encoded }) => pc % LINE_BYTES > LINE_BYTES - 4 * encoded.length,
      ),
    );
    expect(straddling.length).toBeGreaterThan(0);
    const longest = programs.flatMap(({ words }) =>
      decodeCached(words, gfx, wave, undefined).instructions.map((instruction) => instruction.words.length),
    );
    expect([gfx, longest.includes(3)]).toEqual([gfx, factsOf(gfx).longFormsTakeLiterals]);
  }
});

test('held_lines refetches lines that other programs evicted, without false alarms', () => {
  const fillCounts = new Map<number, number>();
  const { freedoms, ...scenario } = generateScenario(1, ['navi21']);
  const { finding, verdict } = runScenarioTest(
    { ...scenario, freedoms },
    {
      sink: (t) => {
        if (t.kind === 'code-line-served' && t.arrives - t.cycle >= freedoms.fillLatency[0])
          fillCounts.set(t.line, (fillCounts.get(t.line) ?? 0) + 1);
      },
    },
  );
  expect([finding, verdict.violations]).toEqual([undefined, []]);
  expect([...fillCounts.values()].some((fills) => fills > 2)).toBe(true);
});
