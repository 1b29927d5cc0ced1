import { WITH_WAVE_IDS } from '../../../arch/index.js';
import {
  encodePacker,
  getPackerBits,
  getPackerRegisterName,
  touchesPacker,
} from '../../evidence/static/packer-field.js';
import {
  checkEveryPath,
  defineRule,
  formatPc,
  formatWave,
  getWaveHistory,
  mergeHandlers,
  NEVER,
  type RuleCheck,
} from '../../kit.js';
import { checkPreservedFields } from './preserved-fields.js';

/**
 * GFX9 uses one of two bits; later chips use the packer's number and an enable bit. Clearing bits that are already
 * clear does not count as a packer write. This is checked statically, on the program's paths, and in the stream,
 * against the register's earlier contents (`checkPreservedFields`).
 */
export const PROTO_02 = defineRule({
  id: 'PROTO-02',
  text: 'The program writes the packer number from the collision argument to the packer register and leaves the other fields of the register unchanged.',
  generations: WITH_WAVE_IDS,
  statements: ['S-024', 'S-025', 'S-026', 'S-028', 'S-029', 'S-030', 'S-032'],
  needs: ['wave-formed'],
  unarmedReason: 'no path sets the packer',
  create(ledgers, judge) {
    const { gfx } = ledgers;
    const packerWrites: RuleCheck = {
      onWave: {
        'hwreg-written': (wave, t) => {
          if (!touchesPacker({ id: t.register, offset: t.offset, size: t.size }, gfx)) return;
          const written = getPackerBits({ mode: t.value, popsPacker: t.value }, gfx);
          if (written === 0 && wave.firstPackerWriteCycle === NEVER) return;
          const expected = encodePacker(wave.packer, gfx);
          if (judge.finds(written !== expected))
            judge.reportAt(wave, t, {
              unit: 'program',
              allowed: `${formatWave(wave)} sets ${getPackerRegisterName(gfx)} to ${expected}.`,
              observed: `${formatWave(wave)} sets the register to ${written} at ${formatPc(ledgers, wave, t.pc)}.`,
              steps: getWaveHistory(ledgers, wave),
              hint: 'Check which bits of the collision argument are used as the packer, and the enable bit.',
            });
        },
      },
      finish: (end) => checkEveryPath(ledgers, judge, end),
    };
    return mergeHandlers([packerWrites, checkPreservedFields(ledgers, judge)]);
  },
});
