import { chipOf, decodeCached, SCALAR } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { plainColours } from '../../../stimulus/sequences/plain-colours.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenario(low: number, chips = plainColours.chips): Scenario {
  return drawScenario(plainColours, low, { chips });
}

const SCENARIOS = Array.from({ length: 40 }, (_, low) => generateScenario(low));

test('plain_colours gives unordered draws two targets, each with its own masks and blending', () => {
  const unordered = SCENARIOS.flatMap(({ draws }) => draws.filter(({ interlock }) => interlock === 'none'));
  const differ = (name: string, bits: number): boolean =>
    unordered.some(({ registers }) => (registers[name]! & 0xf) !== ((registers[name]! >>> bits) & 0xf));
  expect([differ('CB_SHADER_MASK', 4), differ('CB_TARGET_MASK', 4)]).toEqual([true, true]);
  expect(unordered.some(({ registers }) => registers.CB_BLEND0_CONTROL !== registers.CB_BLEND1_CONTROL)).toBe(
    true,
  );
  for (const { colourBuffers } of SCENARIOS) expect(colourBuffers).toHaveLength(2);
});

test('plain_colours exports colours only in unordered draws, some of which have sixteen samples', () => {
  const draws = SCENARIOS.flatMap((scenario) => scenario.draws);
  for (const { interlock, registers } of draws)
    if (interlock !== 'none') expect(registers.CB_SHADER_MASK).toBe(0);
  expect(draws.some(({ samples, interlock }) => samples === 16 && interlock === 'none')).toBe(true);
});

test('plain_colours changes EXEC as soon as the last export has read it (H-55)', () => {
  const changed = SCENARIOS.map(({ chip, wave, programs }) =>
    programs.filter(({ words }) => {
      const { instructions } = decodeCached(words, chipOf(chip).gfx, wave, undefined);
      const last = instructions.findLastIndex(({ kind }) => kind === 'export');
      const [wait, change] = instructions.slice(last + 1);
      return wait?.wait?.exp === 0 && change?.defines.scalars.includes(SCALAR.EXEC_LO) === true;
    }),
  );
  for (const programs of changed) expect(programs).toHaveLength(3);
});

test("colour exports are granted out of order while earlier waves' colours are pending, with no false alarms", () => {
  let outOfOrder = 0;
  for (let low = 0; low < 6; low++) {
    let youngest = -1;
    const { finding, verdict } = runScenarioTest(generateScenario(low, ['navi21']), {
      sink: (t) => {
        if (t.kind !== 'export-granted') return;
        if (t.wave < youngest) outOfOrder++;
        youngest = Math.max(youngest, t.wave);
      },
    });
    expect([finding, verdict.violations]).toEqual([undefined, []]);
  }
  expect(outOfOrder).toBeGreaterThan(0);
});
