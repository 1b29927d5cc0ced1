import type { FaultTable } from '../context.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { CLEAN_CODE, FetchQueues } from './instruction-cache.js';

/** Faults in the instruction cache. */
export const FETCH_FAULTS: FaultTable<FetchQueues> = {
  F161: (_queues, _context, { push, due }) => {
    let hasOtherRequest = false;
    return {
      push: (wave) => {
        if (wave.place.simd % SIMDS_PER_WGP !== 0) hasOtherRequest = true;
        push(wave);
      },
      due: () => (hasOtherRequest ? due() & ~1 : due()),
    };
  },
};

/** Faults in code fetching. */
export const CODE_FAULTS: FaultTable<typeof CLEAN_CODE> = {
  F253: (_, context) => ({ resumesAt: (earliest) => Math.max(earliest, context.now) }),
  F254: () => ({ neededByte: (pc) => pc }),
  F271: () => ({ firstLine: () => 0 }),
};
