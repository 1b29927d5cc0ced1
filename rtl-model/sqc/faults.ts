import type { FaultTable } from '../context.js';

/** What the arbiter of an instruction-cache bank drives. */
export interface FetchOutputs {
  /** Whether a sequencer's request may be granted; bit i of `asked` is set when sequencer i has ever asked the bank. */
  grants: (sequencer: number, asked: number) => boolean;
}

export const CLEAN_FETCH: FetchOutputs = { grants: () => true };

/** Faults of the instruction cache. */
export const FETCH_FAULTS: FaultTable<FetchOutputs> = {
  F161: () => ({ grants: (sequencer, asked) => sequencer !== 0 || asked === 1 }),
};
