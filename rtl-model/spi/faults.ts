import { getPackerMask, SCALAR } from '../../arch/index.js';
import { WAVE_TYPES } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';
import type { Place } from '../placement.js';
import type { Wave } from '../wave.js';
import type { Group } from './background/group.js';

/** Waves that are waiting for launch, oldest first. */
interface WaitingWaves {
  readonly waiting: readonly Wave[];
  take: () => Wave;
}

/** The launcher, which selects, starts and releases waves. */
export interface LauncherBoundary {
  /** The wave in each slot, if any. */
  readonly running: (Wave | undefined)[];
  readonly controllers: { findIdleController: (now: number) => number };
  /** Called when a background group's waves request launch. */
  requestGroup: (group: Group) => void;
  /** Whether the wave can be considered for launch. */
  canLaunch: (wave: Wave) => boolean;
  /** Removes the wave that starts next from the given queue. */
  takeFrom: (queue: WaitingWaves) => Wave;
  /** Handles a `LAUNCH` event: starts and returns one wave, or returns undefined if none could start. */
  launch: () => Wave | undefined;
  /** Loads the registers of a pixel wave that has a slot. */
  load: (wave: Wave) => void;
  getWaveType: (wave: Wave) => (typeof WAVE_TYPES)[number];
  /** Whether exports still need the wave's registers. */
  hasPendingExports: (wave: Wave) => boolean;
  /** Frees the wave's resources. */
  release: (wave: Wave) => void;
}

/** Faults in wave launch. */
export const LAUNCHER_FAULTS: FaultTable<LauncherBoundary> = {
  F07: (launcher, { freedoms }) => {
    const load = launcher.load.bind(launcher);
    return {
      load: (wave) => {
        const { packer } = wave;
        wave.packer = (packer + 1) % freedoms.packers;
        load(wave);
        wave.packer = packer;
      },
    };
  },
  F41: () => ({ takeFrom: (queue) => takeAt(queue, Math.min(1, queue.waiting.length - 1)) }),
  F52: (launcher, { facts }) => {
    const load = launcher.load.bind(launcher);
    return {
      load: (wave) => {
        const { hw } = wave.state;
        const { packerField: field } = facts;
        const oldBits = field === undefined ? 0 : hw[field.register] & getPackerMask(field);
        load(wave);
        if (field !== undefined) hw[field.register] |= oldBits;
      },
    };
  },
  F53: (launcher) => {
    const release = launcher.release.bind(launcher);
    return {
      release: (wave) => {
        const { s } = wave.state;
        if ((s[SCALAR.EXEC_LO] | s[SCALAR.EXEC_HI]) !== 0) release(wave);
        else launcher.running[wave.slot] = undefined;
      },
    };
  },
  F158: () => ({ takeFrom: (queue) => takeAt(queue, queue.waiting.length - 1) }),
  F159: (launcher) => {
    const requestGroup = launcher.requestGroup.bind(launcher);
    const canLaunch = launcher.canLaunch.bind(launcher);
    let hasWork = false;
    return {
      requestGroup: (group) => {
        hasWork = true;
        requestGroup(group);
      },
      canLaunch: (wave) => canLaunch(wave) && (wave.group !== undefined || !hasWork),
    };
  },
  F162: (launcher, { freedoms }) => {
    const canLaunch = launcher.canLaunch.bind(launcher);
    const launch = launcher.launch.bind(launcher);
    let nextPacker = 0;
    return {
      canLaunch: (wave) => canLaunch(wave) && (wave.group !== undefined || wave.packer === nextPacker),
      launch: () => {
        const wave = launch();
        if (wave !== undefined && wave.group === undefined) nextPacker = (wave.packer + 1) % freedoms.packers;
        return wave;
      },
    };
  },
  F173: () => ({ hasPendingExports: () => false }),
  F183: ({ controllers }) => {
    const findIdleController = controllers.findIdleController.bind(controllers);
    const firstIfBusy = (now: number): number => Math.max(findIdleController(now), 0);
    return { controllers: Object.assign(controllers, { findIdleController: firstIfBusy }) };
  },
  F273: () => ({
    takeFrom: (queue) => {
      const waiting = queue.waiting as Wave[];
      if (waiting[0].group !== undefined) waiting.unshift(waiting.pop()!);
      return queue.take();
    },
  }),
  F207: () => ({ getWaveType: ({ packer }) => WAVE_TYPES[(packer + 1) % WAVE_TYPES.length] }),
};

/** Removes and returns the wave at a position in a packer's queue, or the oldest wave of a background queue. */
export function takeAt(queue: WaitingWaves, position: number): Wave {
  const waiting = queue.waiting as Wave[];
  if (waiting[0].group === undefined) waiting.unshift(...waiting.splice(position, 1));
  return queue.take();
}

/** How a SIMD's register files count rows, and where slots are. */
export interface RegisterOutputs {
  /** Returns the number of VGPR rows that a wave gets, given the number it requested (P-067). */
  rows: (requested: number) => number;
  /** Returns the number of rows that count as allocated, given the number that the wave gets. */
  allocatedRows: (rows: number) => number;
  /** Returns how many consecutive rows must be free for a wave that requests a number of rows. */
  freeRows: (requested: number) => number;
  /** Returns the place of a slot; `places` are the correct ones of all slots. */
  place: (slot: number, places: readonly Place[]) => Place;
}

export const CLEAN_REGISTERS: RegisterOutputs = {
  rows: (rows) => rows,
  allocatedRows: (rows) => rows,
  freeRows: (requested) => requested,
  place: (slot, places) => places[slot],
};

/** Faults in the allocation of registers and slots. */
export const REGISTER_FAULTS: FaultTable<RegisterOutputs> = {
  F189: () => ({ rows: (requested) => Math.max(requested - 1, 1) }),
  F197: () => ({ allocatedRows: (rows) => Math.max(rows - 1, 1) }),
  F281: () => ({ freeRows: (requested) => requested + 1 }),
  F266: () => ({ place: (_slot, [first]) => first }),
};

/** Places background groups. */
export interface GroupBoundary {
  /** Called when a wave of a group has released its own resources. The last one also releases the group's (P-067). */
  waveReleased: (group: Group) => void;
}

/** Faults in group allocation. */
export const GROUP_FAULTS: FaultTable<GroupBoundary> = {
  F163: (arbiter) => {
    const released = arbiter.waveReleased.bind(arbiter);
    return {
      waveReleased: (group) => {
        const isLast = group.releasedCount + 1 >= group.waves.length;
        if (group.barrier >= 0 && isLast) group.releasedCount++;
        else released(group);
      },
    };
  },
};
