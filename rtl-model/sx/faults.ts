import { type ExportOperation, type ExportType, getExportType } from '../../arch/index.js';
import { type KnobValues, setting } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';

/** The outputs of the export arbiter. */
export interface ArbiterOutputs {
  /** Whether a later request precedes an earlier one of the same type because its wave is older (P-085). */
  isOlder: (later: number, earlier: number) => boolean;
  /**
   * Whether a destination can take no more exports this cycle. `granted` says whether it has already been granted one
   * of the type (P-091).
   */
  isTaken: (granted: boolean, type: ExportType) => boolean;
}

const isOlder: ArbiterOutputs['isOlder'] = (later, earlier) => later < earlier;

const ONE_WRITER = setting('otherWriters', 'one');

/** Returns the outputs of an arbiter without faults. */
export function getCleanArbiter({ otherWriters }: Pick<KnobValues, 'otherWriters'>): ArbiterOutputs {
  return {
    isOlder,
    isTaken: (granted, type) =>
      granted && (otherWriters === ONE_WRITER || type === 'colour' || type === 'position'),
  };
}

/** Whether an arbiter grants the oldest wave first, as one without faults does. */
export function grantsOldest(outputs: ArbiterOutputs): boolean {
  return outputs.isOlder === isOlder;
}

/** Faults in arbitration. */
export const ARBITER_FAULTS: FaultTable<ArbiterOutputs> = {
  F145: () => ({ isOlder: (later, earlier) => later > earlier }),
  F165: () => ({ isTaken: () => false }),
};

/** The parts of the export path, apart from its arbiter, that faults can replace. */
export interface ExportBoundary {
  /** Delay in cycles before the next arbitration, counted from a request or from the previous arbitration (P-082). */
  readonly arbitrationCycles: number;
  /** Whether a wave may export now (P-078). */
  mayExport: (wave: Wave) => boolean;
  /** Returns the buffer index for an export type (P-062, P-088). */
  destinationOf: (wave: Wave, type: ExportType) => number;
  /** Lets a wave that was waiting for space continue (P-079). */
  resume: (wave: Wave) => void;
  /** Puts an export's data on the bus as `data[word * lanes + lane]`, or nothing if no source is enabled (P-086). */
  read: (wave: Wave, operation: ExportOperation, data: Int32Array) => void;
  /** Returns a finished wave's space to SPI (P-090). */
  release: (wave: Wave) => void;
}

/** Arbitration time of a slow arbiter, in cycles. */
const SLOW_ARBITRATION = 64;

/** Faults in the export path. */
export const EXPORT_FAULTS: FaultTable<ExportBoundary> = {
  F141: (path) => {
    const read = path.read.bind(path);
    const release = path.release.bind(path);
    const exportedWaves = new Set<number>();
    return {
      read: (wave, operation, data) => {
        if (data.length > 0) exportedWaves.add(wave.number);
        read(wave, operation, data);
      },
      release: (wave) => {
        if (exportedWaves.has(wave.number)) release(wave);
      },
    };
  },
  F142: (path, { freedoms }) => {
    const destinationOf = path.destinationOf.bind(path);
    return {
      destinationOf: (wave, type) =>
        type === 'colour' ? (wave.packer + 1) % freedoms.packers : destinationOf(wave, type),
    };
  },
  F143: () => ({ mayExport: () => true }),
  F144: () => ({ resume: () => {} }),
  F170: (path) => {
    const release = path.release.bind(path);
    return {
      release: (wave) => {
        if (wave.group === undefined) release(wave);
      },
    };
  },
  F172: () => ({ arbitrationCycles: SLOW_ARBITRATION }),
  F184: (path) => {
    const read = path.read.bind(path);
    return {
      read: (wave, operation, data) => {
        read(wave, operation, data);
        const { lanes } = wave.state;
        if (getExportType(operation.target) === 'position') data.copyWithin(0, 2 * lanes, 3 * lanes);
      },
    };
  },
};
