import { DEALLOC_VGPRS, EXIT_BY_EXPORT, factsOf } from '../../../arch/index.js';
import { type AccessRecord, defineRule, formatPc, formatWave } from '../../kit.js';

/**
 * Invariant: when a wave releases its vector registers, no load or atomic result is in flight to them, and no
 * store to its scratch memory, which may be released with them, is outstanding (GFX11; pops.md 4). Other
 * stores read their data when they are issued.
 */
export const RACE_07 = defineRule({
  id: 'RACE-07',
  text: 'When a wave releases its vector registers, no load and no access to private memory is outstanding.',
  generations: EXIT_BY_EXPORT,
  statements: ['P-029', 'S-083'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed', 'message-sent'],
  create(ledgers, judge) {
    if (!factsOf(ledgers.gfx).deallocatesVgprs) return {};
    return {
      onWave: {
        'message-sent': (wave, t) => {
          if (t.message !== DEALLOC_VGPRS) return;
          judge.armed++;
          const access = ledgers.accesses.getOutstanding(wave).find(needsRegisters);
          if (access !== undefined && judge.fires())
            judge.reportAt(wave, t, {
              unit: 'program',
              allowed:
                'A wave releases its vector registers only when no outstanding access needs them or its scratch memory.',
              observed: `${formatWave(wave)} releases them while the ${access.operation} at ${formatPc(ledgers, wave, access.pc)} is outstanding.`,
              steps: [`cycle ${access.cycle}: ${access.operation} at ${formatPc(ledgers, wave, access.pc)}`],
              hint: `Look for the missing wait for ${access.counter} before MSG_DEALLOC_VGPRS.`,
            });
        },
      },
    };
  },
});

/** Whether an access returns data to vector registers or needs the scratch memory that is released with them. */
function needsRegisters({ operation, space, instruction }: AccessRecord): boolean {
  if (space === 'scratch') return true;
  const returnsData =
    operation === 'load' || (operation === 'atomic' && instruction?.memory?.returns === true);
  return space !== 'scalar' && returnsData;
}
