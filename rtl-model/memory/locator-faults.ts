import { greatestOf, leastOf } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import { type AccessRecord, MAX_LANES } from './access-record.js';
import { LINE_SHIFT } from './spec.js';

/** Locates the lanes and lines of an access. */
export interface LocatorBoundary {
  /** Fills in the record's offsets and lines. */
  locate: (record: AccessRecord) => void;
}

/** Number of lines that an access must touch for a faulty locator to forget the middle one. */
const SPAN = 3;

/** Faults in coalescing. */
export const LOCATOR_FAULTS: FaultTable<LocatorBoundary> = {
  F261: (locator) => {
    const locate = locator.locate.bind(locator);
    return {
      locate: (record) => {
        locate(record);
        const isWhole = record.lanesLo === -1 && (record.lanesHi === -1 || record.lanesHi === 0);
        if (record.lineCount !== SPAN || !isWhole) return;
        const lines = record.lines.subarray(0, SPAN);
        const [first, last] = [leastOf(lines), greatestOf(lines)];
        const lanes = record.lanesHi === 0 ? MAX_LANES / 2 : MAX_LANES;
        const highest = greatestOf(record.offsets.subarray(0, lanes));
        if (last - first !== SPAN - 1 || highest !== last << LINE_SHIFT) return;
        lines.set([first, last]);
        record.lineCount = 2;
      },
    };
  },
};
