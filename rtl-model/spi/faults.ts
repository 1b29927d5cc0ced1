import { SCALAR } from '../../arch/index.js';
import type { FaultId } from '../../transactions/index.js';
import type { Wave } from '../wave.js';

/** What the exit tracker drives. */
export interface TrackerOutputs {
  /**
   * Running number that polls see, given the oldest wave that has not exited, the one behind the youngest that has,
   * and how many exits came from waves that had set no packer (S-041).
   */
  visible: (oldest: number, afterYoungest: number, withoutPacker: number) => number;
  /** Largest id that polls see before ids begin anew, given that of the packer. */
  wrap: (idWrap: number) => number;
}

export const CLEAN_TRACKER: TrackerOutputs = { visible: (oldest) => oldest, wrap: (idWrap) => idWrap };

/** Faults of exit tracking. */
export const TRACKER_FAULTS: Readonly<Partial<Record<FaultId, Partial<TrackerOutputs>>>> = {
  F02: { wrap: (idWrap) => idWrap - 1 },
  F45: { visible: (oldest, afterYoungest) => Math.max(oldest, afterYoungest) },
  F46: { visible: (oldest) => oldest + 1 },
  F51: { visible: (oldest, _, withoutPacker) => oldest + withoutPacker },
};

/** What the way to the exit tracker drives. */
export interface ExitPathOutputs {
  /** Whether a message reaches the tracker, when another one did in the same cycle or not. */
  countsMessage: (another: boolean) => boolean;
}

export const CLEAN_EXIT_PATH: ExitPathOutputs = { countsMessage: () => true };

/** Faults on the way to the exit tracker. */
export const EXIT_PATH_FAULTS: Readonly<Partial<Record<FaultId, Partial<ExitPathOutputs>>>> = {
  F48: { countsMessage: (another) => !another },
};

/** What the launcher drives. */
export interface LauncherOutputs {
  /** Place in a packer's queue of the wave that starts, of so many. */
  starts: (waiting: number) => number;
  /** Whether what an ended wave held is given back (P-067). */
  gives: (wave: Wave) => boolean;
  /** Whether hardware registers start empty (S-027, S-031). */
  clearsPacker: () => boolean;
  /** Whether a pixel wave takes part in the choice of the next one, beside background work or alone (P-049, P-066). */
  servesPixels: (besideBackground: boolean) => boolean;
}

export const CLEAN_LAUNCHER: LauncherOutputs = {
  starts: () => 0,
  gives: () => true,
  clearsPacker: () => true,
  servesPixels: () => true,
};

/** Faults of wave launch. */
export const LAUNCHER_FAULTS: Readonly<Partial<Record<FaultId, Partial<LauncherOutputs>>>> = {
  F41: { starts: (waiting) => Math.min(1, waiting - 1) },
  F52: { clearsPacker: () => false },
  F53: { gives: ({ state }) => (state.s[SCALAR.EXEC_LO] | state.s[SCALAR.EXEC_HI]) !== 0 },
  F158: { starts: (waiting) => waiting - 1 },
  F159: { servesPixels: (besideBackground) => !besideBackground },
};

/** What the placing of background groups drives. */
export interface GroupOutputs {
  /** Whether the barrier of a group that is through is given back, and its local data with it (P-067). */
  givesBarrier: () => boolean;
}

export const CLEAN_GROUPS: GroupOutputs = { givesBarrier: () => true };

/** Faults of the pools that groups draw from. */
export const GROUP_FAULTS: Readonly<Partial<Record<FaultId, Partial<GroupOutputs>>>> = {
  F163: { givesBarrier: () => false },
};

/** What the counting of export space drives. */
export interface SpaceOutputs {
  /** Waves that a buffer is said to have room for, of those that it has, for colours or for positions. */
  room: (waves: number, isPosition: boolean) => number;
  /** Whether space that came back is handed out again, while so many waves hold some (P-090). */
  refills: (used: number) => boolean;
}

export const CLEAN_SPACE: SpaceOutputs = { room: (waves) => waves, refills: () => true };

/** Faults of export space as SPI counts it. */
export const SPACE_FAULTS: Readonly<Partial<Record<FaultId, Partial<SpaceOutputs>>>> = {
  F169: { room: (waves, isPosition) => (isPosition ? waves + 1 : waves) },
  F171: { refills: (used) => used === 0 },
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
