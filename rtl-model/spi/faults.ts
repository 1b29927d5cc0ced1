import type { FaultId } from '../../transactions/index.js';
import type { Wave } from '../wave.js';

/** What the exit tracker drives. */
export interface TrackerOutputs {
  /** Running number that polls see, given the oldest wave that has not exited (S-041). */
  visible: (oldest: number) => number;
}

export const CLEAN_TRACKER: TrackerOutputs = { visible: (oldest) => oldest };

/** Faults of exit tracking. */
export const TRACKER_FAULTS: Readonly<Partial<Record<FaultId, Partial<TrackerOutputs>>>> = {
  F46: { visible: (oldest) => oldest + 1 },
};

/** What the export gate of GFX11 drives. */
export interface GateOutputs {
  /** Whether a wave with export space is told that it may enter: overlapped waves are out (S-054). */
  opens: (wave: Wave) => boolean;
}

export const CLEAN_GATE: GateOutputs = { opens: (wave) => wave.pendingOverlaps === 0 };

/** Faults of the export gate. */
export const GATE_FAULTS: Readonly<Partial<Record<FaultId, Partial<GateOutputs>>>> = {
  F43: { opens: () => true },
};
