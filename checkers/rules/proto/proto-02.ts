import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { HwregWritten } from '../../../transactions/index.js';
import type { Handlers } from '../../evidence/basics/handlers.js';
import { mergeHandlers } from '../../evidence/basics/merge-handlers.js';
import { checkEveryPath } from '../../evidence/rule/every-path.js';
import {
  encodePacker,
  getPackerBits,
  getPackerRegisterName,
  touchesPacker,
} from '../../evidence/static/packer-field.js';
import type { Judge, Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatPc, formatWave, getWaveHistory, NEVER } from '../../kit.js';
import { checkPreservedFields } from './preserved-fields.js';

/**
 * Invariant: a write to the packer bits selects the packer assigned to the wave. GFX9 uses one of two bits; later chips
 * use the packer's number and an enable bit (S-024…S-032). Clearing bits that are already clear does not count as a
 * packer write. The rest of the register must be preserved. This is checked statically, on the program's paths, and in
 * the stream, against the register's earlier contents (`checkPreservedFields`).
 */
export const PROTO_02 = defineRule({
  id: 'PROTO-02',
  text: 'The program writes the packer number from the collision argument to the packer register and leaves the other fields of the register unchanged.',
  generations: WITH_WAVE_IDS,
  statements: ['S-024', 'S-025', 'S-026', 'S-028', 'S-029', 'S-030', 'S-032'],
  needs: ['wave-formed'],
  unarmedReason: 'no path sets the packer',
  create: (ledgers, judge) => ({
    ...mergeHandlers([checkPackerWrites(ledgers, judge), checkPreservedFields(ledgers, judge)]),
    finish: (end) => checkEveryPath(ledgers, judge, end),
  }),
});

/** Checks the bits that select the packer. */
function checkPackerWrites(ledgers: Ledgers, judge: Judge): Handlers {
  const { gfx, waves } = ledgers;
  return {
    'hwreg-written': (t) => {
      if (!touchesPacker({ id: t.register, offset: t.offset, size: t.size }, gfx)) return;
      const wave = waves.find(t.wave);
      const written = getPackerBits({ mode: t.value, popsPacker: t.value }, gfx);
      if (wave === undefined || (written === 0 && wave.firstPackerWriteCycle === NEVER)) return;
      judge.armed++;
      if (written !== encodePacker(wave.packer, gfx)) report(ledgers, judge, wave, t, written);
    },
  };
}

function report(ledgers: Ledgers, judge: Judge, wave: WaveRecord, t: HwregWritten, written: number): void {
  const { gfx } = ledgers;
  const register = getPackerRegisterName(gfx);
  if (judge.fires())
    judge.reportAt(wave, t, {
      unit: 'program',
      allowed: `${formatWave(wave)} sets ${register} to ${encodePacker(wave.packer, gfx)}.`,
      observed: `It sets the register to ${written} at ${formatPc(ledgers, wave, t.pc)}.`,
      steps: getWaveHistory(ledgers, wave),
      hint: 'Check which bits of the collision argument are used as the packer, and the enable bit.',
    });
}
