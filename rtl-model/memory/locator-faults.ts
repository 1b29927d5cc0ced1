import { findMax, findMin } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import { type AccessRecord, MAX_LANES } from './access-record.js';
import { LINE_SHIFT } from './spec.js';

/** Locates the lanes and lines of an access. */
export interface LocatorBoundary {
  /** Fills in the record's offsets and lines. */
  locate: (record: AccessRecord) => void;
}

/** The faulty locator drops the middle line of an access that spans exactly this many lines. */
const FAULTY_SPAN = 3;

/** Coalescing faults. */
export const LOCATOR_FAULTS: FaultTable<LocatorBoundary> = {
  F261: (locator) => {
    const locate = locator.locate.bind(locator);
    return {
      locate: (record) => {
        locate(record);
        const allLanesActive = record.lanesLo === -1 && (record.lanesHi === -1 || record.lanesHi === 0);
        if (record.lineCount !== FAULTY_SPAN || !allLanesActive) return;
        const lines = record.lines.subarray(0, FAULTY_SPAN);
        const [first, last] = [findMin(lines), findMax(lines)];
        const lanes = record.lanesHi === 0 ? MAX_LANES / 2 : MAX_LANES;
        const highest = findMax(record.offsets.subarray(0, lanes));
        if (last - first !== FAULTY_SPAN - 1 || highest !== last << LINE_SHIFT) return;
        lines.set([first, last]);
        record.lineCount = 2;
      },
    };
  },
};
