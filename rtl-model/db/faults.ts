import type { Gfx } from '../../arch/index.js';
import { filterGenerations } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import type { Granularity } from './granularity.js';
import type { OverlapSet } from './overlap-set.js';
import type { ExitView } from './overlap-table.js';
import type { FormingWave, PackerView } from './packer-view.js';
import { computeNewestField } from './wave-ids.js';

/** The outputs of the overlap tracker that faults can replace. Sequence numbers count the waves of one packer. */
export interface OverlapOutputs {
  /** Returns the wave to report as the newest overlap, given the newest and oldest unfinished overlapped waves. */
  newest: (newest: number, oldest: number) => number;
  /** Returns whether the wave with this sequence number still counts as an overlap on a unit that it covered. */
  isOpen: (sequence: number, exits: ExitView) => boolean;
  /** Encodes `newest`, the newest overlapped wave's id, for the newest-overlap field of the wave with id `current`. */
  newestField: (gfx: Gfx, newest: number, current: number) => number;
  /**
   * Returns the wave to report as the newest overlap of a wave that overlaps only itself (`own`), or undefined for
   * none. Correct hardware reports `earlier`.
   */
  newestForSelfOverlap: (earlier: number, own: number) => number | undefined;
  /** Returns the percentage of waves without overlap to report as overlapping, given the configured percentage (U5). */
  falseOverlap: (percent: number) => number;
  /**
   * Returns whether a quad closes the forming wave or starts a new layer in it. `overlaps` is true if the quad
   * overlaps another primitive's quad in the wave's current layer.
   */
  collides: (overlaps: boolean) => boolean;
  /** Returns the mask of the fragments that can overlap others. `covered` is the mask of a quad's covered fragments. */
  fragments: (covered: number) => number;
}

export const CLEAN_OVERLAP: OverlapOutputs = {
  newest: (newest) => newest,
  isOpen: (sequence, exits) => !exits.hasExited(sequence),
  newestField: computeNewestField,
  newestForSelfOverlap: (earlier) => earlier,
  falseOverlap: (percent) => percent,
  collides: (overlaps) => overlaps,
  fragments: (covered) => covered,
};

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
export const OVERLAP_FAULTS: FaultTable<OverlapOutputs> = {
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

/** The tracked units and the currently selected quad. */
export interface TrackedUnits {
  /** The sequence number of the last wave that covered each unit, or -1 if none did. */
  readonly last: Int32Array;
  /** The number of units per pixel. */
  readonly planes: number;
  /** The position of the selected quad in a packer's table. */
  readonly position: number;
  /** Selects the quad that the following calls refer to. */
  select: (quads: Int32Array, offset: number, granularity: Granularity) => void;
  /** Returns whether the selected quad must wait for room in the table. */
  stalls: (view: PackerView) => boolean;
  /** Adds the selected quad to the forming wave. */
  addToWave: (forming: FormingWave, view: PackerView, overlapped: OverlapSet, missed: boolean) => void;
  /** Records the forming wave as the last one to cover a unit. */
  recordCoverage: (unit: number, forming: FormingWave) => void;
}

/** Calls `begin` before the first quad of each draw. A new granularity object marks a new draw. */
function onEachDraw(units: TrackedUnits, begin: (granularity: Granularity) => void): Partial<TrackedUnits> {
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

/**
 * Makes a full table drop quads. Dropped quads are still checked against older waves, but are invisible to younger
 * ones.
 */
function dropOverflow(units: TrackedUnits): Partial<TrackedUnits> {
  const addToWave = units.addToWave.bind(units);
  const recordCoverage = units.recordCoverage.bind(units);
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
}

/** A table that neither finds nor records anything. */
const INERT_TABLE: PackerView['table'] = {
  overflows: () => true,
  stalls: () => false,
  addConservativeOverlap: () => undefined,
  record: () => undefined,
};

/** Faults in the tracked units. */
export const TRACKED_UNIT_FAULTS: FaultTable<TrackedUnits> = {
  F25: dropOverflow,
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

/** Register-derived values used in overlap detection that faults can override. */
export interface GranularityOutputs {
  granularity: (requested: Granularity) => Granularity;
  /**
   * Returns whether a draining packer holds back partial waves. `holds` is whether a correct chip would, given
   * the programmed squad control.
   */
  holdsPartialWaves: (holds: boolean, drains: boolean) => boolean;
}

export const CLEAN_GRANULARITY: GranularityOutputs = {
  granularity: (requested) => requested,
  holdsPartialWaves: (holds) => holds,
};

/** Faults in how the depth block decodes registers. */
export const GRANULARITY_FAULTS: FaultTable<GranularityOutputs> = {
  F29: () => ({ granularity: (requested) => ({ ...requested, rate: 31 - Math.clz32(requested.samples) }) }),
  F30: () => ({ granularity: (requested) => ({ ...requested, rate: 0 }) }),
  F36: () => ({ holdsPartialWaves: (_, drains) => drains }),
};
