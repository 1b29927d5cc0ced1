import type { Finding, Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { unitName, unitPlace, waveName, wavePlace } from '../findings/wording.js';
import { mayInventOverlaps } from '../ledger/invented-overlaps.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/**
 * Invariant: a wave whose collision argument says "no overlap" shares no overlap unit with an older wave that has
 * neither issued its exit nor ended when it is formed, and has no layers of its own (S-013, S-021). The opposite, an
 * overlap reported where there is none, is legal hardware where the scenario's freedoms say so (U5, U7, U16); elsewhere a
 * wave that is told of one has layers of its own, or shares a pixel with a wave that was not counted out when its first
 * quads came.
 */
export function createOrd04(ledgers: Ledgers, judge: Judge): RuleCheck {
  const mayInvent = mayInventOverlaps(ledgers.scenario.freedoms);
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        if (!wave.didOverlap) {
          judge.armed++;
          const missed = wave.predecessors[0];
          if (missed !== undefined)
            judge.violate(() => describeMissed(ledgers, wave, missed.wave, missed.unit));
          else if (hasLayers(wave)) judge.violate(() => describeSilentLayers(ledgers, wave));
        } else if (!mayInvent && wave.intrawaveMask === 0) {
          judge.armed++;
          if (!mayHaveMet(ledgers, wave)) judge.violate(() => describeInvented(ledgers, wave));
        }
      },
    },
  };
}

/** Whether a quad behind the first starts a layer; bit 0 means nothing (pops.md 5.2). */
function hasLayers({ intrawaveMask }: WaveRecord): boolean {
  return intrawaveMask >>> 1 !== 0;
}

/**
 * Whether the wave can have met one that shares a pixel. Quads are looked up one by one from the moment the packer's
 * wave before is formed; waves leave the table in the order of their formation, so the youngest sharer tells for all.
 */
function mayHaveMet({ packers }: Ledgers, wave: WaveRecord): boolean {
  const sharer = wave.youngestSharer;
  if (sharer === undefined) return false;
  const before = packers.packer(wave.packer).waves[wave.indexInPacker - 1];
  const firstLookup = before?.formedCycle ?? 0;
  return sharer.retiredCycle === NEVER || sharer.retiredCycle >= firstLookup;
}

function describeMissed(ledgers: Ledgers, wave: WaveRecord, missed: WaveRecord, unit: number): Finding {
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: { ...wavePlace(ledgers, wave), ...unitPlace(ledgers, unit), otherWave: missed.wave },
    allowed: `Did-overlap is set, because ${waveName(missed)} holds ${unitName(ledgers, unit)} and has not exited.`,
    observed: `${waveName(wave)} covers ${unitName(ledgers, unit)} and is reported as not overlapping.`,
    steps: [
      ...waveStory(ledgers, missed),
      `cycle ${wave.formedCycle}: ${waveName(wave)} is formed without overlap`,
    ],
    hint: 'Look at the overlap lookup: the waves still in formation, the table when it is full, its granularity.',
  };
}

function describeSilentLayers(ledgers: Ledgers, wave: WaveRecord): Finding {
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: wavePlace(ledgers, wave),
    allowed: 'Did-overlap is set, because quads of the wave overlap each other.',
    observed: `${waveName(wave)} has layers 0x${wave.intrawaveMask.toString(16)} and is reported as not overlapping.`,
    steps: [`cycle ${wave.formedCycle}: ${waveName(wave)} is formed with layers and without overlap`],
    hint: 'Look at what the collision argument says of a wave that overlaps only itself.',
  };
}

function describeInvented(ledgers: Ledgers, wave: WaveRecord): Finding {
  const sharer = wave.youngestSharer;
  const why =
    sharer === undefined
      ? 'no older wave covers any of its pixels'
      : `${waveName(sharer)}, the youngest that covers one of its pixels, was out at cycle ${sharer.retiredCycle}`;
  return {
    cycle: wave.formedCycle,
    unit: 'db',
    place: { ...wavePlace(ledgers, wave), ...(sharer === undefined ? {} : { otherWave: sharer.wave }) },
    allowed: `Did-overlap is clear, because ${why}, and no freedom of the scenario lets the device invent overlaps.`,
    observed: `${waveName(wave)} is reported as overlapping.`,
    steps: [...(sharer === undefined ? [] : waveStory(ledgers, sharer)), ...waveStory(ledgers, wave)],
    hint: 'Look at entries that stay in the overlap table when their wave is out, and at the granularity of the lookup.',
  };
}
