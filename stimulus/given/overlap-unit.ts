import { type Chip, chipOf } from '../../arch/index.js';
import type { Draw, Scenario } from '../../transactions/index.js';
import { type FieldValues, packRegisters } from '../driver/draw-registers.js';

/** Makes a scenario detect overlap per pixel, per sample or not at all. */
export function withOverlapUnit(scenario: Scenario, unit: 'none' | 'pixels' | 'samples'): Scenario {
  const chip = chipOf(scenario.chip);
  return {
    ...scenario,
    draws: scenario.draws.map((draw) => ({ ...draw, ...getOverlapChanges(chip, draw, unit) })),
  };
}

function getOverlapChanges(
  { gfx }: Chip,
  { registers, interlock, samples }: Draw,
  unit: 'none' | 'pixels' | 'samples',
): Pick<Draw, 'registers' | 'interlock'> {
  if (unit === 'none') return { interlock: 'none', registers: packRegisters(gfx, UNORDERED, registers) };
  const overlapLog2 = unit === 'samples' ? 31 - Math.clz32(samples) : 0;
  const fields = {
    'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES': overlapLog2,
    'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE': overlapLog2,
  };
  const order = interlock.endsWith('unordered') ? 'unordered' : 'ordered';
  const prefix = unit === 'samples' ? 'sample' : 'pixel';
  return { interlock: `${prefix}-${order}`, registers: packRegisters(gfx, fields, registers) };
}

const UNORDERED: FieldValues = {
  'DB_SHADER_CONTROL.PRIMITIVE_ORDERED_PIXEL_SHADER': 0,
  'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP': 0,
};
