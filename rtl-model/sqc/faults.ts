import type { FaultTable } from '../context.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';

/** Requests to one instruction cache bank. */
export interface FetchBoundary {
  /** Appends a wave's request to its sequencer's queue. */
  push: (wave: Wave) => void;
  /** Bits of the sequencers the bank may serve now. */
  due: () => number;
}

/** Faults of the instruction cache. */
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

/** Outputs of the cache towards the sequencers. */
export interface CodeOutputs {
  /** The byte whose line a wave needs before it issues an instruction of this length at `pc`. */
  readonly neededByte: (pc: number, bytes: number) => number;
  /** Cycle in which a wave continues, given the `earliest` cycle and that in which its line arrives. */
  readonly resumesAt: (earliest: number, arrives: number) => number;
}

export const CLEAN_CODE: CodeOutputs = {
  neededByte: (pc, bytes) => pc + bytes - 1,
  resumesAt: (earliest, arrives) => Math.max(earliest, arrives),
};

/** Faults of code lines. */
export const CODE_FAULTS: FaultTable<CodeOutputs> = {
  F253: (_, context) => ({ resumesAt: (earliest) => Math.max(earliest, context.now) }),
  F254: () => ({ neededByte: (pc) => pc }),
};
