import type { ExportType } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';

/** What the arbiter of exports drives. */
export interface ArbiterOutputs {
  /** Whether the age of a later request puts it before an earlier one of its type (P-085). */
  isOlder: (later: number, earlier: number) => boolean;
  /** Whether a destination takes one writer a cycle only (P-091). */
  keepsApart: () => boolean;
}

export const CLEAN_ARBITER: ArbiterOutputs = {
  isOlder: (later, earlier) => later < earlier,
  keepsApart: () => true,
};

/** Faults of the arbitration. */
export const ARBITER_FAULTS: FaultTable<ArbiterOutputs> = {
  F145: () => ({ isOlder: (later, earlier) => later > earlier }),
  F165: () => ({ keepsApart: () => false }),
};

/** What the export path drives beside the arbiter. */
export interface ExportOutputs {
  /** Whether a wave may export now (P-078). */
  mayExport: (wave: Wave) => boolean;
  /** Colour buffer that a wave's exports go to, of this many (P-062, P-088). */
  bufferOf: (wave: Wave, buffers: number) => number;
  /** Whether the allocation wakes a wave that sleeps for it (P-079). */
  wakes: () => boolean;
  /** Whether the space of a wave that is through is given back (P-090). */
  returns: (wave: Wave) => boolean;
  /** Changes what an export of a wave has put on the bus, `data[word * lanes + lane]`; empty where it carries none (P-086). */
  carries: (data: Int32Array, wave: Wave, type: ExportType) => void;
  /** Cycles from a request, or from the last grants, to the next ones (P-082). */
  arbitratesAfter: () => number;
}

export const CLEAN_EXPORTS: ExportOutputs = {
  mayExport: (wave) => wave.hasExportSpace,
  bufferOf: (wave) => wave.packer,
  wakes: () => true,
  returns: () => true,
  carries: () => {},
  arbitratesAfter: () => 1,
};

/** How late an arbiter with a fault looks at its requests. */
const LATE_CYCLES = 64;

/** Faults of the export path. */
export const EXPORT_FAULTS: FaultTable<ExportOutputs> = {
  F141: () => {
    const exported = new Set<number>();
    return {
      carries: (data, { number }) => {
        if (data.length > 0) exported.add(number);
      },
      returns: ({ number }) => exported.has(number),
    };
  },
  F142: () => ({ bufferOf: (wave, buffers) => (wave.packer + 1) % buffers }),
  F143: () => ({ mayExport: () => true }),
  F144: () => ({ wakes: () => false }),
  F170: () => ({ returns: ({ group }) => group === undefined }),
  F172: () => ({ arbitratesAfter: () => LATE_CYCLES }),
  F184: () => ({
    carries: (data, { state }, type) => {
      if (type === 'position') data.copyWithin(0, 2 * state.lanes, 3 * state.lanes);
    },
  }),
};
