import { DEALLOC_VGPRS } from '../../../arch/index.js';
import type { Handlers } from '../../evidence/basics/handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { nameOfWave, placeOfWave } from '../../evidence/findings/any-wave.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';

/** Resources a wave released early. */
interface Early {
  readonly cycle: number;
  readonly what: string;
  readonly until: string;
}

/**
 * The part of LAUNCH-01 for running waves: they keep what they hold until their end, except the vector registers of a wave
 * that releases them (GFX11; pops.md 4). Judged at the wave's end, since events of one cycle may be reported in any order.
 * What a group's waves share stays theirs until the last of them ends.
 */
export function earlyReleases(ledgers: Ledgers, judge: Judge): Handlers {
  /** Cycle in which each running wave released its vector registers. */
  const vectors = new Map<number, number>();
  /** Cycle in which each running background wave's group released its shared resources. */
  const shared = new Map<number, number>();
  /** Waves that announced they need none. */
  const givenUp = new Set<number>();
  let reportsMessages = false;

  const earlyOf = (number: number, released: number, ended: number): Early | undefined => {
    if (released !== NEVER && released < ended)
      return { cycle: released, what: 'its slot and registers', until: 'its end' };
    const sharedReleased = shared.get(number) ?? NEVER;
    if (sharedReleased !== NEVER && sharedReleased < ended)
      return { cycle: sharedReleased, what: 'local data and barrier of its group', until: 'its end' };
    const cycle = vectors.get(number);
    if (cycle === undefined || !reportsMessages || givenUp.has(number)) return undefined;
    return { cycle, what: 'its vector registers', until: 'its end, or until the message that releases them' };
  };

  return {
    'message-sent': (t) => {
      reportsMessages = true;
      if (t.message === DEALLOC_VGPRS) givenUp.add(t.wave);
    },
    'vgprs-released': (t) => {
      vectors.set(t.wave, t.cycle);
    },
    'group-released': (t) => {
      for (const wave of ledgers.background.wavesOfGroup(t.wave))
        if (!ledgers.background.hasEnded(wave)) shared.set(wave, t.cycle);
    },
    'wave-ended': (t) => {
      const holder = ledgers.waves.find(t.wave) ?? ledgers.background.find(t.wave);
      if (holder === undefined) return;
      judge.armed++;
      const early = earlyOf(t.wave, holder.releasedCycle, t.cycle);
      vectors.delete(t.wave);
      shared.delete(t.wave);
      givenUp.delete(t.wave);
      if (early === undefined) return;
      judge.violate(() => ({
        cycle: early.cycle,
        unit: 'spi',
        place: placeOfWave(ledgers, t.wave),
        allowed: `${nameOfWave(ledgers, t.wave)} keeps ${early.what} until ${early.until}.`,
        observed: `It releases them in cycle ${early.cycle} but ends in cycle ${t.cycle}.`,
        steps: [`cycle ${early.cycle}: releases ${early.what}`, `cycle ${t.cycle}: ends`],
        hint: 'Check what triggers the release of resources, and for which wave.',
      }));
    },
  };
}
