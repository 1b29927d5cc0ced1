import type { FaultTable } from '../context.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';

/** The requests to one bank of the instruction cache. */
export interface FetchBoundary {
  /** Appends a wave's request to the queue of its sequencer. */
  push: (wave: Wave) => void;
  /** The sequencers that the bank may serve now, as bits. */
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

/** The outputs of the cache to the sequencers. */
export interface CodeOutputs {
  /** The byte whose line a wave needs before it issues the instruction of `bytes` bytes at `pc`. */
  readonly neededByte: (pc: number, bytes: number) => number;
  /** The cycle in which a wave continues, given the `earliest` possible cycle and that in which its line `arrives`. */
  readonly resumesAt: (earliest: number, arrives: number) => number;
}

export const CLEAN_CODE: CodeOutputs = {
  neededByte: (pc, bytes) => pc + bytes - 1,
  resumesAt: (earliest, arrives) => Math.max(earliest, arrives),
};

/** Faults in code lines. */
export const CODE_FAULTS: FaultTable<CodeOutputs> = {
  F253: (_, context) => ({ resumesAt: (earliest) => Math.max(earliest, context.now) }),
  F254: () => ({ neededByte: (pc) => pc }),
};
