import type { FaultTable } from '../context.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';

/** The requests to one bank of the instruction cache. */
export interface FetchBoundary {
  /** Appends a wave's request to the queue of its sequencer. */
  push: (wave: Wave) => void;
  /** Returns a bit mask of the sequencers that the bank may serve now. */
  due: () => number;
}

/** Faults in the instruction cache. */
export const FETCH_FAULTS: FaultTable<FetchBoundary> = {
  F161: (queues) => {
    const push = queues.push.bind(queues);
    const due = queues.due.bind(queues);
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

/** Decisions of the cache that determine when waves continue. */
export interface CodeOutputs {
  /** Returns the byte whose line a wave needs before it can issue the instruction of `bytes` bytes at `pc`. */
  readonly neededByte: (pc: number, bytes: number) => number;
  /** Returns the cycle in which a wave continues, given the earliest possible one and the one when its line arrives. */
  readonly resumesAt: (earliest: number, arrives: number) => number;
}

export const CLEAN_CODE: CodeOutputs = {
  neededByte: (pc, bytes) => pc + bytes - 1,
  resumesAt: (earliest, arrives) => Math.max(earliest, arrives),
};

/** Faults in code fetching. */
export const CODE_FAULTS: FaultTable<CodeOutputs> = {
  F253: (_, context) => ({ resumesAt: (earliest) => Math.max(earliest, context.now) }),
  F254: () => ({ neededByte: (pc) => pc }),
};
