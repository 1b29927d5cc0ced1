import { expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { DeviceContext, getReceiver, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT, ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { ExportGate } from '../../../rtl-model/spi/export-gate.js';
import { Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

/** What the gate checks: whether a wave has export space, and how many waves it is still waiting for. */
interface GateState {
  readonly hasSpace: boolean;
  readonly pending: number;
}

/** Returns the number of export-ready flags in flight after a wave has passed through the given states. */
function countFlags(chip: ChipName, states: readonly GateState[]): number {
  const context = new DeviceContext(scene({ chip }), new ReplayChoices([]), null);
  const gate = new ExportGate(context);
  const wave = new Wave(0);
  for (const { hasSpace, pending } of states) {
    wave.exports.hasSpace = hasSpace;
    wave.overlap.pending = pending;
    gate.check(wave);
  }
  let count = 0;
  for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next())
    if (getReceiver(event) === UNIT.EXPORT_READY) count++;
  return count;
}

const OPEN = { hasSpace: true, pending: 0 };

it('sends one flag to a wave with space once the waves that it overlaps have exited (S-054)', () => {
  expect(countFlags('navi31', [{ hasSpace: false, pending: 0 }])).toBe(0);
  expect(countFlags('navi31', [{ hasSpace: true, pending: 1 }])).toBe(0);
  expect(countFlags('navi31', [{ hasSpace: true, pending: 1 }, OPEN])).toBe(1);
  expect(countFlags('navi31', [OPEN, OPEN])).toBe(1);
});

it('sends no flag before GFX11, where waves poll instead', () => {
  expect(countFlags('navi21', [OPEN, OPEN])).toBe(0);
});
