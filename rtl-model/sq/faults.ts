import type { FaultId } from '../../transactions/index.js';

/** What the sequencer drives. */
export interface SequencerOutputs {
  /** Whether the counter of a memory operation already falls when it is issued. */
  fallsAtIssue: () => boolean;
}

export const CLEAN_SEQUENCER: SequencerOutputs = { fallsAtIssue: () => false };

/** Faults of shader execution. */
export const SEQUENCER_FAULTS: Readonly<Partial<Record<FaultId, Partial<SequencerOutputs>>>> = {
  F62: { fallsAtIssue: () => true },
};
