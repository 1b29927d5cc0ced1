import { registerField } from '../../arch/index.js';
import type { Finding, Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { waveName, wavePlace } from '../findings/wording.js';
import type { DrawFacts } from '../ledger/draws.js';
import { mayInventOverlaps } from '../ledger/invented-overlaps.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';

/** Field of the samples by which a draw tells overlap, up to GFX10.3 and later. */
const RATE = {
  programmed: 'DB_SHADER_CONTROL.POPS_OVERLAP_NUM_SAMPLES',
  overridden: 'DB_SHADER_CONTROL.OVERRIDE_INTRINSIC_RATE',
} as const;

/**
 * Invariant: where no freedom of the scenario lets the device invent overlaps (U5, U7, U16), a wave that is told of one has
 * layers of its own, or shares an overlap unit with a wave that was not counted out when its first quads came (S-013,
 * S-088). Where the registers order pixels for a sample interlock, which is legal (S-117), a shared pixel is enough.
 */
export function createIdle04(ledgers: Ledgers, judge: Judge): RuleCheck {
  if (mayInventOverlaps(ledgers.scenario.freedoms)) return { on: {} };
  const tellsSamples = ledgers.draws.every((draw) => isTold(ledgers, draw));
  const sharerOf = (wave: WaveRecord): WaveRecord | undefined =>
    tellsSamples ? wave.youngestHolder : wave.youngestSharer;
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

/** Whether a draw's registers tell apart what its interlock orders. */
function isTold({ gfx }: Ledgers, { draw, perSample }: DrawFacts): boolean {
  if (!perSample) return true;
  const rate = registerField(gfx, draw.registers, gfx === 'gfx11' ? RATE.overridden : RATE.programmed);
  return rate !== undefined && 1 << rate >= draw.samples;
}

/**
 * Whether the wave can have met that one. Quads are looked up one by one from the moment the packer's wave before is
 * formed; waves leave the table in the order of their formation, so the youngest sharer tells for all.
 */
function mayHaveMet({ packers }: Ledgers, wave: WaveRecord, sharer: WaveRecord | undefined): boolean {
  if (sharer === undefined) return false;
  const before = packers.packer(wave.packer).waves[wave.indexInPacker - 1];
  const firstLookup = before?.formedCycle ?? 0;
  return sharer.retiredCycle === NEVER || sharer.retiredCycle >= firstLookup;
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
