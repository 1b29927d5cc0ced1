import { type ChipName, chipOf } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import { QUAD_COLUMN, QUAD_COLUMNS, type Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenarios(name: string, count: number, chips?: readonly ChipName[]): Scenario[] {
  return Array.from({ length: count }, (_, low) =>
    drawScenario(name, low, chips === undefined ? {} : { chips }),
  );
}

/** Returns the values of `QUAD_COLUMN.RATE` in a run. */
function collectRates(scenario: Scenario): Set<number> {
  const rates = new Set<number>();
  runScenario(scenario, (t) => {
    if (t.kind !== 'wave-formed') return;
    for (let quad = 0; quad < t.quadCount; quad++) {
      rates.add(t.quads[quad * QUAD_COLUMNS + QUAD_COLUMN.RATE]);
    }
  });
  return rates;
}

const union = (sets: readonly Set<number>[]): Set<number> => new Set(sets.flatMap((set) => [...set]));

describe('primitive_kinds', () => {
  it('draws every primitive kind with every sample count, and varies the count between draws', () => {
    const scenarios = generateScenarios('primitive_kinds', 200);
    const draws = scenarios.flatMap((scenario) => scenario.draws);
    const pairs = draws.map(({ registers, samples }) => `${registers.VGT_PRIMITIVE_TYPE} ${samples}`);
    expect(new Set(pairs).size).toBe(4 * 5);
    expect(scenarios.some((scenario) => new Set(scenario.draws.map(({ samples }) => samples)).size > 2)).toBe(
      true,
    );
    const interlocks = draws.map(({ interlock, samples }) => `${interlock} ${samples}`);
    expect(interlocks).toContain('sample-ordered 8');
    expect(interlocks).not.toContain('sample-ordered 16');
  });
});

describe('coarse_rates', () => {
  it('shades single pixels on GFX10.3, regardless of the requested rate (S-144)', () => {
    const scenarios = generateScenarios('coarse_rates', 12, ['navi21']);
    expect(scenarios.flatMap(({ draws }) => draws).some(({ registers }) => registers.GE_VRS_RATE !== 0)).toBe(
      true,
    );
    expect(union(scenarios.map(collectRates))).toEqual(new Set([0]));
  });

  it('shades fragments of every size on GFX11, or single pixels if a draw forces them (S-146, S-147)', () => {
    const scenarios = generateScenarios('coarse_rates', 70, ['navi31']);
    expect(union(scenarios.map(collectRates)).size).toBe(9);
    const forced = scenarios.map((scenario) => ({
      ...scenario,
      draws: scenario.draws.map((draw) => ({
        ...draw,
        registers: { ...draw.registers, PA_SC_VRS_SURFACE_CNTL_1: 1 << 7 },
      })),
    }));
    expect(union(forced.slice(0, 12).map(collectRates))).toEqual(new Set([0]));
  });

  it('runs on the generations that support coarse rates', () => {
    const chips = SEQUENCES.find(({ name }) => name === 'coarse_rates')!.chips;
    expect(new Set(chips.map((chip) => chipOf(chip).gfx))).toEqual(
      new Set(['gfx10.3', 'gfx11', 'gfx11.5', 'gfx12']),
    );
  });
});
