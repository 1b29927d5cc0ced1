import { getExportType } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import type { CLEAN_ARBITER } from './export-arbiter.js';
import type { ExportPath } from './export-path.js';

/** Faults in arbitration. */
export const ARBITER_FAULTS: FaultTable<typeof CLEAN_ARBITER> = {
  F145: () => ({ isOlder: (later, earlier) => later > earlier }),
  F165: () => ({ isTaken: () => false }),
};

/** Arbitration time of a slow arbiter, in cycles. */
const SLOW_ARBITRATION = 64;

/** Faults in the export path. */
export const EXPORT_FAULTS: FaultTable<ExportPath> = {
  F141: (_path, _context, { read, release }) => {
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
  F142: (_, { freedoms }, { destinationOf }) => ({
    destinationOf: (wave, type) =>
      type === 'colour' ? (wave.packer + 1) % freedoms.packers : destinationOf(wave, type),
  }),
  F143: () => ({ mayExport: () => true }),
  F144: () => ({ resume: () => {} }),
  F170: (_path, _context, { release }) => ({
    release: (wave) => {
      if (wave.group === undefined) release(wave);
    },
  }),
  F172: () => ({ arbitrationCycles: SLOW_ARBITRATION }),
  F184: (_path, _context, { read }) => ({
    read: (wave, operation, data) => {
      read(wave, operation, data);
      const { lanes } = wave.state;
      if (getExportType(operation.target) === 'position') data.copyWithin(0, 2 * lanes, 3 * lanes);
    },
  }),
};
