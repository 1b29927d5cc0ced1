import type { Finding, Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { waveName, wavePlace } from '../findings/wording.js';
import { mayInventOverlaps } from '../ledger/invented-overlaps.js';
import type { Ledgers } from '../ledger/ledgers.js';
import { mayHaveMet, sharersOf } from '../ledger/met-overlaps.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/**
 * Invariant: where no freedom of the scenario lets the device invent overlaps (U5, U7, U16), a wave that is told of one has
 * layers of its own, or shares an overlap unit with a wave that was not counted out when its first quads came (S-013,
 * S-088). Where the registers order pixels for a sample interlock, which is legal (S-117), a shared pixel is enough.
 */
export function createIdle04(ledgers: Ledgers, judge: Judge): RuleCheck {
  if (mayInventOverlaps(ledgers.scenario.freedoms)) return { on: {} };
  const sharerOf = sharersOf(ledgers);
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || !wave.didOverlap || wave.intrawaveMask !== 0) return;
        judge.armed++;
        const sharer = sharerOf(wave);
        if (!mayHaveMet(ledgers, wave, sharer)) judge.violate(() => describe(ledgers, wave, sharer));
      },
    },
  };
}

function describe(ledgers: Ledgers, wave: WaveRecord, sharer: WaveRecord | undefined): Finding {
  const why =
    sharer === undefined
      ? 'no older wave covers any of its pixels or samples'
      : `${waveName(sharer)}, the youngest that covers one of its pixels or samples, was out at cycle ${sharer.retiredCycle}`;
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: { ...wavePlace(ledgers, wave), ...(sharer === undefined ? {} : { otherWave: sharer.wave }) },
    allowed: `${waveName(wave)} is told of no overlap, because ${why}, and no freedom of the scenario lets the device invent overlaps.`,
    observed: 'It is reported as overlapping.',
    steps: [...(sharer === undefined ? [] : waveStory(ledgers, sharer)), ...waveStory(ledgers, wave)],
    hint: 'Look at entries that stay in the overlap table when their wave is out, and at the granularity of the lookup.',
  };
}
