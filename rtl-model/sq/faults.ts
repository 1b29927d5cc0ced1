import type { FaultId } from '../../transactions/index.js';

/** What the sequencer drives. */
export interface SequencerOutputs {
  /** Whether the counter of a memory operation already falls when it is issued. */
  fallsAtIssue: () => boolean;
}

/** What barriers drive. */
export interface BarrierOutputs {
  /** Whether so many waves of a group of so many, at the barrier or ended, open it. */
  opens: (come: number, waves: number) => boolean;
}

export const CLEAN_BARRIERS: BarrierOutputs = { opens: (come, waves) => come === waves };

/** Faults of barriers. */
export const BARRIER_FAULTS: Readonly<Partial<Record<FaultId, Partial<BarrierOutputs>>>> = {
  F168: { opens: (come, waves) => come >= waves - 1 },
};

export const CLEAN_SEQUENCER: SequencerOutputs = { fallsAtIssue: () => false };

/** Faults of shader execution. */
export const SEQUENCER_FAULTS: Readonly<Partial<Record<FaultId, Partial<SequencerOutputs>>>> = {
  F62: { fallsAtIssue: () => true },
};
