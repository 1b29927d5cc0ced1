import type { FaultTable } from '../context.js';
import { SIMDS_PER_WGP } from '../placement.js';
import type { Wave } from '../wave.js';
import { PROGRAM_LINES } from './spec.js';

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

/** Cache decisions that determine when waves continue. */
export interface CodeOutputs {
  /** Returns the address whose line must be present before a wave can issue the `bytes`-byte instruction at `pc`. */
  readonly neededByte: (pc: number, bytes: number) => number;
  /**
   * Returns the cycle in which a wave continues, given the earliest cycle it could continue and the cycle its line
   * arrives.
   */
  readonly resumesAt: (earliest: number, arrival: number) => number;
  /** Returns the device-wide number of a program's first line, given the program's number. */
  readonly firstLine: (program: number) => number;
}

export const CLEAN_CODE: CodeOutputs = {
  neededByte: (pc, bytes) => pc + bytes - 1,
  resumesAt: (earliest, arrival) => Math.max(earliest, arrival),
  firstLine: (program) => program * PROGRAM_LINES,
};

/** Faults in code fetching. */
export const CODE_FAULTS: FaultTable<CodeOutputs> = {
  F253: (_, context) => ({ resumesAt: (earliest) => Math.max(earliest, context.now) }),
  F254: () => ({ neededByte: (pc) => pc }),
  F271: () => ({ firstLine: () => 0 }),
};
