import { filterGenerations } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import type { CLEAN_DEPTH } from './depth/depth-block.js';
import { EARLY } from './depth/depth-plan.js';
import type { Granularity } from './granularity.js';
import type { CLEAN_GRANULARITY } from './ordering.js';
import type { CLEAN_TABLE, ExitView } from './overlap-table.js';
import type { CLEAN_OVERLAP, OverlapTracker } from './overlap-tracker.js';
import type { PackerView } from './packer-view.js';
import { computeNewestField } from './wave-ids.js';

const WHOLE_QUAD = 0b1111;

/** F214 closes a wave at one in this many non-overlapping quads. */
const QUADS_PER_EXTRA_CLOSE = 8;

/** A generation whose reported ids are one too low if they precede the last wraparound (S-039). */
const [OFF_BY_ONE] = filterGenerations(({ newestIdOffByOne }) => newestIdOffByOne);

/** Returns whether a wave is running or has already run. */
function hasLaunched(sequence: number, exits: ExitView): boolean {
  const wave = exits.waveOf(sequence);
  return wave === undefined || wave.slot >= 0;
}

/** Faults in overlap detection by the depth block. */
export const OVERLAP_FAULTS: FaultTable<typeof CLEAN_OVERLAP> = {
  F03: () => ({
    newestField: (_gfx, newest, current) => (newest > current ? Math.max(0, newest - 2) : newest),
  }),
  F12: () => ({ newestForSelfOverlap: () => undefined }),
  F13: () => ({ newestForSelfOverlap: (_, own) => own }),
  F19: () => ({ isOpen: (sequence, exits) => !exits.hasExited(sequence) && hasLaunched(sequence, exits) }),
  F22: () => ({ newest: (_newest, oldest) => oldest }),
  F23: () => ({ newest: (newest) => newest - 1 }),
  F24: () => ({ newestField: (_gfx, newest, current) => computeNewestField(OFF_BY_ONE, newest, current) }),
  F26: () => ({ isOpen: (sequence, exits) => !exits.hasExited(sequence) && !hasLaunched(sequence, exits) }),
  F27: () => ({ isOpen: () => true }),
  F188: () => ({ falseOverlap: (percent) => (percent > 0 ? 100 : 0) }),
  F214: () => {
    let quads = 0;
    return { collides: (overlaps) => overlaps || ++quads % QUADS_PER_EXTRA_CLOSE === 0 };
  },
  F35: () => ({ fragments: (covered) => (covered === WHOLE_QUAD ? covered : covered & (covered - 1)) }),
};

/** Calls `begin` before the first quad of each draw. A new granularity object marks a new draw. */
function onEachDraw(
  units: OverlapTracker,
  begin: (granularity: Granularity) => void,
): Partial<OverlapTracker> {
  const select = units.select.bind(units);
  let current: Granularity | undefined;
  return {
    select: (quads, offset, granularity) => {
      if (granularity !== current) begin(granularity);
      current = granularity;
      select(quads, offset, granularity);
    },
  };
}

/** A table that neither finds nor records anything. */
const INERT_TABLE: PackerView['table'] = {
  overflows: () => true,
  stalls: () => false,
  addConservativeOverlap: () => undefined,
  record: () => undefined,
};

/** Faults in the tracked units. */
export const TRACKED_UNIT_FAULTS: FaultTable<OverlapTracker> = {
  // Dropped quads are still checked against older waves, but are invisible to younger ones.
  F25: (units, _, { addToWave, recordCoverage }) => {
    let isDropped = false;
    return {
      stalls: () => false,
      addToWave: (forming, view, overlapped, missed) => {
        isDropped = view.table.overflows(units.position);
        addToWave(forming, isDropped ? { ...view, table: INERT_TABLE } : view, overlapped, missed);
      },
      recordCoverage: (unit, forming) => {
        if (!isDropped) recordCoverage(unit, forming);
      },
    };
  },
  F28: (units) => onEachDraw(units, () => units.last.fill(-1)),
  // Samples from draws with different sample counts never coincide.
  F31: (units) => {
    const kept = new Map<number, Int32Array>();
    let drawSamples = 0;
    return onEachDraw(units, ({ samples }) => {
      if (units.planes === 1) return;
      kept.set(drawSamples, units.last.slice());
      units.last.set(kept.get(samples) ?? units.last.fill(-1));
      drawSamples = samples;
    });
  },
  F32: (units) => {
    let drawSamples = 0;
    return onEachDraw(units, ({ samples }) => {
      if (samples !== drawSamples) units.last.fill(-1);
      drawSamples = samples;
    });
  },
};

/** Faults in how the depth block decodes registers. */
export const GRANULARITY_FAULTS: FaultTable<typeof CLEAN_GRANULARITY> = {
  F29: () => ({ granularity: (requested) => ({ ...requested, rate: 31 - Math.clz32(requested.samples) }) }),
  F30: () => ({ granularity: (requested) => ({ ...requested, rate: 0 }) }),
  F36: () => ({ holdsPartialWaves: (_, drains) => drains }),
};

/** Faults in the overlap tables. */
export const TABLE_FAULTS: FaultTable<typeof CLEAN_TABLE> = {
  F258: () => ({ flushes: (_, overflows) => overflows }),
};

/** Faults in the depth and stencil tests. */
export const DEPTH_FAULTS: FaultTable<typeof CLEAN_DEPTH> = {
  F126: () => ({ early: (requested) => (requested === EARLY.NONE ? EARLY.PIXELS : requested) }),
  F127: () => ({ early: (requested) => (requested === EARLY.NONE ? EARLY.TEST : requested) }),
};
