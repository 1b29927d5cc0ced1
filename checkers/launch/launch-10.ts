import type { Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { waveName, wavePlace } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/**
 * Invariant: an id of a packer names one wave at a time: a wave is formed with it only when the one that had it, and all
 * before that, have been counted out, and never right behind it (S-033, S-035; U22). Gaps are legal (U20).
 */
export function createLaunch10(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** The last wave of each id, packer by packer. */
  const holders: Map<number, WaveRecord>[] = [];
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        holders[wave.packer] ??= new Map();
        const before = holders[wave.packer].get(wave.id);
        holders[wave.packer].set(wave.id, wave);
        judge.armed++;
        if (before === undefined) return;
        const isNext = wave.indexInPacker === before.indexInPacker + 1;
        if (isNext || before.retiredCycle === NEVER) report(ledgers, judge, wave, before);
      },
    },
  };
}

function report(ledgers: Ledgers, judge: Judge, wave: WaveRecord, before: WaveRecord): void {
  const inside = before.retiredCycle === NEVER ? 'has not been counted out' : 'was formed right before';
  judge.violate(() => ({
    cycle: wave.formedCycle,
    unit: 'sc',
    place: { ...wavePlace(ledgers, wave), otherWave: before.wave },
    allowed: `${waveName(wave)} has an id that no unfinished wave of packer ${wave.packer} has.`,
    observed: `Its id ${wave.id} is that of ${waveName(before)}, which ${inside}.`,
    steps: [...waveStory(ledgers, before), `cycle ${wave.formedCycle}: ${waveName(wave)} is formed`],
    hint: 'Look at which waves advance the counter of ids, and at the stall for a full id window.',
  }));
}
