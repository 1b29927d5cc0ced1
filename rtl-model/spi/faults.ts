import { SCALAR } from '../../arch/index.js';
import { WAVE_TYPES } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';

/** The exit tracker of a packer: exits come in, and polls see how far they have got. */
export interface TrackerBorder {
  /** Running number that polls see. */
  shown: number;
  /** How polls count ids. */
  readonly shownIds: { readonly idWrap: number; readonly idStart: number };
  /** Counts the exit of a wave; a second one of the same wave changes nothing. */
  exit: (wave: Wave) => void;
  /** From now on polls see the id of the wave with this running number: the oldest that has not exited. */
  show: (sequence: number) => void;
}

/** Faults of exit tracking. */
export const TRACKER_FAULTS: FaultTable<TrackerBorder> = {
  F02: ({ shownIds }) => ({ shownIds: { ...shownIds, idWrap: shownIds.idWrap - 1 } }),
  F45: (tracker) => {
    const { exit, show } = borderOf(tracker);
    let afterYoungest = 0;
    return {
      exit: (wave) => {
        afterYoungest = Math.max(afterYoungest, wave.sequence + 1);
        exit(wave);
      },
      show: (oldest) => show(Math.max(oldest, afterYoungest)),
    };
  },
  F46: (tracker) => {
    const { show } = borderOf(tracker);
    return { shown: tracker.shown + 1, show: (oldest) => show(oldest + 1) };
  },
  F51: (tracker) => {
    const { exit, show } = borderOf(tracker);
    let withoutPacker = 0;
    return {
      exit: (wave) => {
        if (!wave.exited && wave.messageSent && !wave.messageHasPacker) withoutPacker++;
        exit(wave);
      },
      show: (oldest) => show(oldest + withoutPacker),
    };
  },
};

/** What the tracker does by itself. */
function borderOf(tracker: TrackerBorder): Pick<TrackerBorder, 'exit' | 'show'> {
  return { exit: tracker.exit.bind(tracker), show: tracker.show.bind(tracker) };
}

/** What the way to the exit tracker drives. */
export interface ExitPathOutputs {
  /** Whether a message reaches the tracker, given whether another one did in the same cycle, and how many are on the way when it does. */
  countsMessage: (another: boolean, onTheWay: number) => boolean;
  /** Whether a message arrives a second time, and then counts for the next wave (S-081). */
  repeats: () => boolean;
  /** Whether a wave that did take part and sent no message counts as exited when it ends (U14). */
  countsEnd: () => boolean;
  /** Whether a wave that took no part in ordering counts as exited when it ends (U3). */
  countsSilent: () => boolean;
}

export const CLEAN_EXIT_PATH: ExitPathOutputs = {
  countsMessage: () => true,
  repeats: () => false,
  countsEnd: () => false,
  countsSilent: () => true,
};

/** Messages that the path holds where it drops what comes on top. */
const SHORT_QUEUE = 4;

/** Faults on the way to the exit tracker. */
export const EXIT_PATH_FAULTS: FaultTable<ExitPathOutputs> = {
  F47: () => ({ countsSilent: () => false }),
  F48: () => ({ countsMessage: (another) => !another }),
  F49: () => ({ countsEnd: () => true }),
  F50: () => ({ repeats: () => true }),
  F166: () => ({ countsMessage: (_, onTheWay) => onTheWay < SHORT_QUEUE }),
};

/** What the launcher drives. */
export interface LauncherOutputs {
  /** Place in a packer's queue of the wave that starts, of this many. */
  starts: (waiting: number) => number;
  /** The launch controller that takes the next wave, given one without work, or -1 (P-071). */
  controller: (free: number) => number;
  /** Whether what an ended wave held is given back (P-067). */
  gives: (wave: Wave) => boolean;
  /** Packer that the collision argument names, of this many (S-013). */
  packerField: (packer: number, packers: number) => number;
  /** Whether a packer may have the next launch, given the one that had the last (-1: none) and their number (P-066). */
  hasTurn: (packer: number, last: number, packers: number) => boolean;
  /** Whether hardware registers start empty (S-027, S-031). */
  clearsPacker: () => boolean;
  /** Whether a pixel wave takes part in the choice of the next one, beside background work or alone (P-049, P-066). */
  servesPixels: (besideBackground: boolean) => boolean;
  /** Whether vector registers that a wave gives back stay its own until its exports have left them. */
  awaitsExports: () => boolean;
  /** Packer whose wave type a wave gets, given its own (P-063). */
  typeOf: (packer: number) => number;
}

export const CLEAN_LAUNCHER: LauncherOutputs = {
  starts: () => 0,
  controller: (free) => free,
  gives: () => true,
  packerField: (packer) => packer,
  hasTurn: () => true,
  clearsPacker: () => true,
  servesPixels: () => true,
  awaitsExports: () => true,
  typeOf: (packer) => packer,
};

/** Faults of wave launch. */
export const LAUNCHER_FAULTS: FaultTable<LauncherOutputs> = {
  F07: () => ({ packerField: (packer, packers) => (packer + 1) % packers }),
  F41: () => ({ starts: (waiting) => Math.min(1, waiting - 1) }),
  F52: () => ({ clearsPacker: () => false }),
  F53: () => ({ gives: ({ state }) => (state.s[SCALAR.EXEC_LO] | state.s[SCALAR.EXEC_HI]) !== 0 }),
  F158: () => ({ starts: (waiting) => waiting - 1 }),
  F159: () => ({ servesPixels: (besideBackground) => !besideBackground }),
  F162: () => ({ hasTurn: (packer, last, packers) => packer === (last + 1) % packers }),
  F183: () => ({ controller: (free) => Math.max(free, 0) }),
  F173: () => ({ awaitsExports: () => false }),
  F207: () => ({ typeOf: (packer) => (packer + 1) % WAVE_TYPES.length }),
};

/** What the register files of a SIMD drive. */
export interface RegisterOutputs {
  /** Rows of vector registers that a wave gets, of those that it asks for (P-067). */
  rows: (asked: number) => number;
  /** Rows that count as taken, of those that a wave gets. */
  counted: (rows: number) => number;
}

export const CLEAN_REGISTERS: RegisterOutputs = { rows: (asked) => asked, counted: (rows) => rows };

/** Faults of register allocation. */
export const REGISTER_FAULTS: FaultTable<RegisterOutputs> = {
  F189: () => ({ rows: (asked) => Math.max(asked - 1, 1) }),
  F197: () => ({ counted: (rows) => Math.max(rows - 1, 1) }),
};

/** What the placing of background groups drives. */
export interface GroupOutputs {
  /** Whether the barrier of a group that is through is given back, and its local data with it (P-067). */
  givesBarrier: () => boolean;
}

export const CLEAN_GROUPS: GroupOutputs = { givesBarrier: () => true };

/** Faults of the pools that groups draw from. */
export const GROUP_FAULTS: FaultTable<GroupOutputs> = {
  F163: () => ({ givesBarrier: () => false }),
};

/** What the counting of export space drives. */
export interface SpaceOutputs {
  /** Waves that a buffer is said to have room for, of those that it has, for colours or for positions. */
  room: (waves: number, isPosition: boolean) => number;
  /** Whether space that came back is handed out again, while this many waves hold some (P-090). */
  refills: (used: number) => boolean;
  /** Place in the queue of the wave that gets space, of this many (pipeline.md 4). */
  next: (waiting: number) => number;
  /** Whether space that SX gives back is counted (P-090). */
  counts: () => boolean;
}

export const CLEAN_SPACE: SpaceOutputs = {
  room: (waves) => waves,
  refills: () => true,
  next: () => 0,
  counts: () => true,
};

/** Faults of export space as SPI counts it. */
export const SPACE_FAULTS: FaultTable<SpaceOutputs> = {
  F42: () => ({ next: (waiting) => waiting - 1 }),
  F164: () => {
    let frees = 0;
    return { counts: () => ++frees % 4 !== 0 };
  },
  F169: () => ({ room: (waves, isPosition) => (isPosition ? waves + 1 : waves) }),
  F171: () => ({ refills: (used) => used === 0 }),
};

/** What the export gate of GFX11 drives. */
export interface GateOutputs {
  /** Whether a wave with export space is told that it may enter: overlapped waves are out (S-054). */
  opens: (wave: Wave) => boolean;
  /** Whether space for its exports lets a wave be told, given that it has some (U15). */
  hasSpace: (has: boolean) => boolean;
}

export const CLEAN_GATE: GateOutputs = {
  opens: (wave) => wave.pendingOverlaps === 0,
  hasSpace: (has) => has,
};

/** Faults of the export gate. */
export const GATE_FAULTS: FaultTable<GateOutputs> = {
  F43: () => ({ opens: () => true }),
  F205: () => ({ hasSpace: () => true }),
};
