import type { FaultId } from '../../transactions/index.js';

/** What the exit tracker drives. */
export interface TrackerOutputs {
  /** Running number that polls see, given the oldest wave that has not exited (S-041). */
  visible: (oldest: number) => number;
}

export const CLEAN_TRACKER: TrackerOutputs = { visible: (oldest) => oldest };

/** Faults of launch and exit tracking. */
export const TRACKER_FAULTS: Readonly<Partial<Record<FaultId, Partial<TrackerOutputs>>>> = {
  F46: { visible: (oldest) => oldest + 1 },
};
