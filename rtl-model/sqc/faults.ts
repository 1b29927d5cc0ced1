import type { FaultTable } from '../context.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';

/** The requests to one bank of the instruction cache. */
export interface FetchBorder {
  /** Appends a wave's request to the queue of its sequencer. */
  push: (wave: Wave) => void;
  /** Bits of the sequencers that the bank may serve now. */
  due: () => number;
}

/** Faults of the instruction cache. */
export const FETCH_FAULTS: FaultTable<FetchBorder> = {
  F161: (queues) => {
    const push = queues.push.bind(queues);
    const due = queues.due.bind(queues);
    let othersAsked = false;
    return {
      push: (wave) => {
        if (wave.place.simd % SIMDS_PER_WGP !== 0) othersAsked = true;
        push(wave);
      },
      due: () => (othersAsked ? due() & ~1 : due()),
    };
  },
};
