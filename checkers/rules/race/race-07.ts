import { DEALLOC_VGPRS, EXIT_BY_EXPORT, factsOf } from '../../../arch/index.js';
import { defineRule, formatPc, formatWave } from '../../kit.js';

/**
 * The memory may be released with the registers (GFX11; pops.md 4). The release itself waits for all counters but
 * that of stores, and other stores read their data when they are issued.
 */
export const RACE_07 = defineRule({
  id: 'RACE-07',
  text: 'When a wave releases its vector registers, no store to private memory is outstanding.',
  generations: EXIT_BY_EXPORT,
  statements: ['P-029', 'S-083'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed', 'message-sent'],
  create(ledgers, judge) {
    if (!factsOf(ledgers.gfx).deallocatesVgprs) return {};
    return {
      onWave: {
        'message-sent': (wave, t) => {
          if (t.message !== DEALLOC_VGPRS) return;
          const access = ledgers.accesses
            .getOutstanding(wave)
            .find(({ space, operation }) => space === 'scratch' && operation === 'store');
          if (judge.finds(access))
            judge.reportAt(wave, t, {
              unit: 'program',
              allowed:
                'A wave releases its vector registers only when no outstanding store needs its scratch memory.',
              observed: `${formatWave(wave)} releases them while the ${access.operation} at ${formatPc(ledgers, wave, access.pc)} is outstanding.`,
              steps: [`cycle ${access.cycle}: ${access.operation} at ${formatPc(ledgers, wave, access.pc)}`],
              hint: `Look for the missing wait for ${access.counter} before MSG_DEALLOC_VGPRS.`,
            });
        },
      },
    };
  },
});
