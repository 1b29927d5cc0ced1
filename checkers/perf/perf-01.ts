import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import { mayHaveMet, sharersOf } from '../ledger/met-overlaps.js';
import type { RuleCheck } from '../rule.js';

/** Waves told of overlaps from which on their share means something, and that share. */
const TOLD_MIN = 8;
const FALSE_SHARE_MAX = 1 / 4;

/**
 * Invariant: of the waves that are told of overlaps, at most a quarter has met nobody (S-013, S-088). False overlaps are
 * legal where the scenario lets the device invent them (U5, U7, U16), and cost a wait each.
 */
export function createPerf01(ledgers: Ledgers, judge: Judge): RuleCheck {
  const sharerOf = sharersOf(ledgers);
  let told = 0;
  let falsely = 0;
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || !wave.didOverlap || wave.intrawaveMask !== 0) return;
        told++;
        if (!mayHaveMet(ledgers, wave, sharerOf(wave))) falsely++;
      },
    },
    finish: (end) => {
      if (told < TOLD_MIN) return;
      judge.armed++;
      if (falsely <= told * FALSE_SHARE_MAX) return;
      judge.violate(() => ({
        cycle: end,
        unit: 'db',
        place: {},
        allowed: 'At most a quarter of the waves that are told of overlaps has met nobody.',
        observed: `${falsely} of ${told} have: each waits for waves that it has nothing to do with.`,
        steps: [],
        hint: 'Look at the reach of the overlap lookup, at its table when it is full, and at entries that stay.',
      }));
    },
  };
}
