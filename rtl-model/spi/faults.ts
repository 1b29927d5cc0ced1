import { getPackerMask, SCALAR } from '../../arch/index.js';
import { WAVE_TYPES } from '../../transactions/index.js';
import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';
import type { GroupArbiter } from './background/group-arbiter.js';
import type { CLEAN_SPACE, ExportGate, ExportSpace } from './export-space.js';
import type { Launcher, LaunchQueue } from './launcher.js';
import type { CLEAN_REGISTERS } from './simd-resources.js';

/** Faults in wave launch. */
export const LAUNCHER_FAULTS: FaultTable<Launcher> = {
  F07: (_, { freedoms }, { load }) => ({
    load: (wave) => {
      const { packer } = wave;
      wave.packer = (packer + 1) % freedoms.packers;
      load(wave);
      wave.packer = packer;
    },
  }),
  F41: () => ({ takeFrom: (queue) => takeAt(queue, Math.min(1, queue.waiting.length - 1)) }),
  F52: (_, { facts: { packerField: field } }, { load }) => ({
    load: (wave) => {
      const { hw } = wave.state;
      const oldBits = field === undefined ? 0 : hw[field.register] & getPackerMask(field);
      load(wave);
      if (field !== undefined) hw[field.register] |= oldBits;
    },
  }),
  F53: ({ running }, _, { release }) => ({
    release: (wave) => {
      const { s } = wave.state;
      if ((s[SCALAR.EXEC_LO] | s[SCALAR.EXEC_HI]) !== 0) release(wave);
      else running[wave.slot] = undefined;
    },
  }),
  F158: () => ({ takeFrom: (queue) => takeAt(queue, queue.waiting.length - 1) }),
  F159: (_launcher, _context, { requestGroup, canLaunch }) => {
    let hasWork = false;
    return {
      requestGroup: (group) => {
        hasWork = true;
        requestGroup(group);
      },
      canLaunch: (wave) => canLaunch(wave) && (wave.group !== undefined || !hasWork),
    };
  },
  F162: (_, { freedoms }, { canLaunch, launch }) => {
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
export function takeAt(queue: LaunchQueue, position: number): Wave {
  const waiting = queue.waiting as Wave[];
  if (waiting[0].group === undefined) waiting.unshift(...waiting.splice(position, 1));
  return queue.take();
}

/** Faults in the allocation of registers and slots. */
export const REGISTER_FAULTS: FaultTable<typeof CLEAN_REGISTERS> = {
  F189: () => ({ rows: (requested) => Math.max(requested - 1, 1) }),
  F197: () => ({ allocatedRows: (rows) => Math.max(rows - 1, 1) }),
  F281: () => ({ freeRows: (requested) => requested + 1 }),
  F266: () => ({ place: (_slot, [first]) => first }),
};

/** Faults in group allocation. */
export const GROUP_FAULTS: FaultTable<GroupArbiter> = {
  F163: (_arbiter, _context, { waveReleased }) => ({
    waveReleased: (group) => {
      const isLast = group.releasedCount + 1 >= group.waves.length;
      if (group.barrier >= 0 && isLast) group.releasedCount++;
      else waveReleased(group);
    },
  }),
};

/** Faults in SPI's export space accounting. */
export const SPACE_FAULTS: FaultTable<typeof CLEAN_SPACE> = {
  F42: () => ({ next: (waiting) => waiting - 1 }),
  F169: () => ({ room: (waves, isPosition) => (isPosition ? waves + 1 : waves) }),
};

/** Faults in how export space is returned. */
export const SPACE_BOUNDARY_FAULTS: FaultTable<ExportSpace> = {
  F164: (_space, _context, { free }) => {
    let freeCount = 0;
    return {
      free: () => {
        if (++freeCount % 4 !== 0) free();
      },
    };
  },
  F171: (space, _, { refill }) => ({
    refill: () => {
      if (space.granted === 0) refill();
    },
  }),
};

/** Faults in the export gate. */
export const GATE_FAULTS: FaultTable<ExportGate> = {
  F43: () => ({ opens: ({ exports }) => exports.hasSpace }),
  F205: () => ({ opens: ({ overlap }) => overlap.pending === 0 }),
};
