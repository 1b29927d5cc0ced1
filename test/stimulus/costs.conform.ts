import { type ChipName, chipOf, factsOf } from '../../arch/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { packRegisters } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';

const SEEDS = 6;

/** Register field values by name. */
type Fields = Readonly<Record<string, number>>;

function countCycles(scenario: Scenario, fields: Fields): number {
  const { gfx } = chipOf(scenario.chip);
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: packRegisters(gfx, fields, draw.registers),
  }));
  return runScenario({ ...scenario, draws }, null).cycles;
}

/**
 * Returns the geometric mean, over a sequence's scenarios, of the ratio of cycles with `fields` to cycles with
 * `otherFields`.
 */
function computeCostRatio(
  sequence: string,
  chip: ChipName,
  fields: Fields,
  otherFields: Fields = {},
): number {
  let logSum = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const scenario = drawTest(sequence, `0x${seed}`, { chips: [chip] });
    logSum += Math.log(countCycles(scenario, fields) / countCycles(scenario, otherFields));
  }
  return Math.exp(logSum / SEEDS);
}

it('draining on overlap takes at least 50 percent longer (S-133)', () => {
  const drain = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';
  expect(computeCostRatio('oit_loop', 'vega10', { [drain]: 1 }, { [drain]: 0 })).toBeGreaterThan(1.5);
});

it('tracking pixels under a sample interlock takes at least 50 percent longer (S-122)', () => {
  const { overlapRateField } = factsOf(chipOf('vega20').gfx);
  expect(computeCostRatio('sample_id_rmw', 'vega20', { [overlapRateField]: 0 })).toBeGreaterThan(1.5);
});

it('waves without layers take longer than waves in which quads may overlap (S-071)', () => {
  const layers = 'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION';
  for (const chip of ['vega20', 'navi21'] as const)
    expect(computeCostRatio('intrawave_layers', chip, { [layers]: 0 })).toBeGreaterThan(1.05);
});
