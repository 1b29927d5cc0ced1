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

/** What the cache drives towards the sequencers. */
export interface CodeOutputs {
  /** The byte of an instruction, at `pc` and this long, whose line a wave needs before it issues it. */
  readonly neededByte: (pc: number, bytes: number) => number;
  /** Cycle in which a wave goes on that can from `earliest` on, with a line that arrives then. */
  readonly goesOnAt: (earliest: number, arrives: number) => number;
}

export const CLEAN_CODE: CodeOutputs = {
  neededByte: (pc, bytes) => pc + bytes - 1,
  goesOnAt: (earliest, arrives) => Math.max(earliest, arrives),
};

/** Faults of lines of code. */
export const CODE_FAULTS: FaultTable<CodeOutputs> = {
  F253: (_, context) => ({ goesOnAt: (earliest) => Math.max(earliest, context.now) }),
  F254: () => ({ neededByte: (pc) => pc }),
};
