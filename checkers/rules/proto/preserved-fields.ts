import { factsOf, getPackerMask, HWREG } from '../../../arch/index.js';
import type { HwregWritten } from '../../../transactions/index.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { formatPc, formatWave } from '../../kit.js';

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
export function checkPreservedFields(ledgers: Ledgers, judge: Judge): RuleCheck {
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
