import { expect, test } from 'vitest';
import type { ChipName } from '../../../../arch/index.js';
import type { RuleId } from '../../../../transactions/index.js';
import { getCorrectRegisters } from '../../support/registers.js';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const EIGHT_SAMPLES = { PA_SC_AA_CONFIG: 0x300003, DB_Z_INFO: 3 << 2 };
const DRAIN = { DB_DFSM_CONTROL: 6 };
const STUCK = [{ unit: 'packer', index: 0, pc: -1, cause: { on: 'drain', packer: 0 } }] as const;

function firedRulesFor(
  chip: ChipName,
  changes: Record<string, number>,
  waiting: typeof STUCK | readonly [],
): RuleId[] {
  const registers = { ...getCorrectRegisters(chip), ...changes };
  const stream = new Stream(scene({ chip, draw: { registers } })).form([{ x: 0, y: 0, primitive: 0 }]);
  return firedRules(stream.quiesce(waiting).judge());
}

test('fires for missing register settings if the device is at rest with work remaining', () => {
  expect(firedRulesFor('vega10', EIGHT_SAMPLES, STUCK)).toContain('HANG-08');
  expect(firedRulesFor('navi10', { ...DRAIN, DB_RENDER_OVERRIDE2: 0 }, STUCK)).toContain('HANG-08');
});

test('does not fire if the settings are complete or no work remains', () => {
  expect(firedRulesFor('vega10', { ...EIGHT_SAMPLES, ...DRAIN }, STUCK)).not.toContain('HANG-08');
  expect(firedRulesFor('navi10', { ...DRAIN, DB_RENDER_OVERRIDE2: 1 }, STUCK)).not.toContain('HANG-08');
  expect(firedRulesFor('vega10', EIGHT_SAMPLES, [])).not.toContain('HANG-08');
});
