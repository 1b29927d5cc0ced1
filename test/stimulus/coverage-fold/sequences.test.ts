import { type ChipName, chipOf } from '../../../arch/index.js';
import { SEQUENCES } from '../../../stimulus/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenarios(name: string, count: number, chips?: readonly ChipName[]): Scenario[] {
  return Array.from({ length: count }, (_, low) =>
    drawScenario(name, low, chips === undefined ? {} : { chips }),
  );
}

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
  it('runs on the generations that support coarse rates', () => {
    const chips = SEQUENCES.find(({ name }) => name === 'coarse_rates')!.chips;
    expect(new Set(chips.map((chip) => chipOf(chip).gfx))).toEqual(
      new Set(['gfx10.3', 'gfx11', 'gfx11.5', 'gfx12']),
    );
  });
});
