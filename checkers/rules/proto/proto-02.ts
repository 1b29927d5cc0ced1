import { factsOf, getPackerMask, HWREG, WITH_WAVE_IDS } from '../../../arch/index.js';
import type { HwregWritten } from '../../../transactions/index.js';
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
  type Judge,
  type Ledgers,
  mergeHandlers,
  NEVER,
  type RuleCheck,
  type WaveRecord,
} from '../../kit.js';

/**
 * The MODE bits that change only when written: FP_ROUND through IEEE, DEBUG, EXCP_EN and FP16_OVFL. The
 * hardware changes the others on its own.
 */
const WRITTEN_BITS = 0x009f_fbff;

/**
 * Implements the part of PROTO-02 that checks that GFX9 MODE writes leave other fields alone. Bits outside the
 * written field keep their values from the previous write, or from the launch (S-025 to S-028; pops.md 3, "MODE
 * hazard"). Writes without a known previous value are skipped.
 */
function checkPreservedFields(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { packerField } = factsOf(ledgers.gfx);
  if (packerField?.register !== HWREG.MODE) return {};
  // The hardware may clear the packer field when the wave exits the section (U23).
  const bitsBeforeExit = WRITTEN_BITS | getPackerMask(packerField);
  const modes = new WeakMap<WaveRecord, number>();
  return {
    onWave: {
      'wave-launched': (wave, t) => {
        if (t.mode !== -1) modes.set(wave, t.mode);
      },
      'hwreg-written': (wave, t) => {
        if (t.register !== HWREG.MODE) return;
        const earlierMode = modes.get(wave);
        modes.set(wave, t.value);
        if (earlierMode === undefined) return;
        const preserved = (wave.exitCount > 0 ? WRITTEN_BITS : bitsBeforeExit) & ~getFieldMask(t);
        const changed = (earlierMode ^ t.value) & preserved;
        if (judge.finds(changed !== 0))
          judge.reportAt(wave, t, {
            unit: 'sq',
            allowed: `${formatWave(wave)} writes ${t.size} bits of MODE starting at bit ${t.offset}, leaving all other bits as they were (0x${earlierMode.toString(16)}).`,
            observed: `MODE is 0x${(t.value >>> 0).toString(16)} after ${formatPc(ledgers, wave, t.pc)}.`,
            hint: 'Check the write mask of s_setreg: other fields changed too.',
          });
      },
    },
  };
}

function getFieldMask({ offset, size }: HwregWritten): number {
  return (size >= 32 ? -1 : (1 << size) - 1) << offset;
}

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
