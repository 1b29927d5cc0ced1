import type { ChipName } from '../../../../arch/index.js';
import type { RuleId } from '../../../../transactions/index.js';
import { getCorrectRegisters } from '../../support/registers.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const EIGHT_SAMPLES = { PA_SC_AA_CONFIG: 0x300003, DB_Z_INFO: 3 << 2 };
const DRAIN = { DB_DFSM_CONTROL: 6 };
const STUCK_PACKER = [{ unit: 'packer', index: 0, pc: -1, cause: { on: 'drain', packer: 0 } }] as const;

function listFiredFor(
  chip: ChipName,
  changes: Record<string, number>,
  waiting: typeof STUCK_PACKER | readonly [],
): RuleId[] {
  const registers = { ...getCorrectRegisters(chip), ...changes };
  const stream = new Stream(scene({ chip, draw: { registers } })).form([{ x: 0, y: 0, primitive: 0 }]);
  return listFiredRules(stream.quiesce(waiting).judge());
}

test('fires for missing register settings if the device is idle with work remaining', () => {
  expect(listFiredFor('vega10', EIGHT_SAMPLES, STUCK_PACKER)).toContain('HANG-08');
  expect(listFiredFor('navi10', { ...DRAIN, DB_RENDER_OVERRIDE2: 0 }, STUCK_PACKER)).toContain('HANG-08');
});

test('does not fire if the settings are complete or no work remains', () => {
  expect(listFiredFor('vega10', { ...EIGHT_SAMPLES, ...DRAIN }, STUCK_PACKER)).not.toContain('HANG-08');
  expect(listFiredFor('navi10', { ...DRAIN, DB_RENDER_OVERRIDE2: 1 }, STUCK_PACKER)).not.toContain('HANG-08');
  expect(listFiredFor('vega10', EIGHT_SAMPLES, [])).not.toContain('HANG-08');
});
