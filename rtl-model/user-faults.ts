import type { FaultOutput, FaultOutputs, FaultyDevice, UserFault } from '../transactions/index.js';
import type { FaultTable, Functions } from './context.js';
import { OVERLAP_FAULTS } from './db/faults.js';
import { keepOrderOnlyFor, ORDER_FAULTS } from './memory/faults.js';
import { PACKER_FAULTS } from './sc/faults.js';
import { TRACKER_FAULTS } from './spi/exit-faults.js';
import { GATE_FAULTS, LAUNCHER_FAULTS, takeAt } from './spi/faults.js';
import { setUserFaultEntries, type UserFaultEntry } from './user-fault-tables.js';

interface FaultHook<Output extends FaultOutput> {
  readonly table: object;
  readonly entry: (create: (device: FaultyDevice) => FaultOutputs[Output]) => UserFaultEntry;
}

function createHook<Output extends FaultOutput, T extends object>(
  _output: Output,
  table: FaultTable<T>,
  replace: (custom: FaultOutputs[Output], clean: Functions<T>, unit: T) => Partial<T>,
): FaultHook<Output> {
  return {
    table,
    entry: (create) => (unit, device, clean) => replace(create(device), clean as Functions<T>, unit as T),
  };
}

/** The fault table for each output that user-defined faults can replace. */
const HOOKS: { readonly [Output in FaultOutput]: FaultHook<Output> } = {
  exitingId: createHook('exitingId', TRACKER_FAULTS, (custom, { show }, { shown, packer }) => ({
    shown: custom(shown, packer),
    show: (oldest) => show(custom(oldest, packer)),
  })),
  waveId: createHook('waveId', PACKER_FAULTS, (custom, { getIdNumber }) => ({
    getIdNumber: (wave, reason) => custom(getIdNumber(wave, reason), wave.number),
  })),
  closesOnOverlap: createHook('closesOnOverlap', PACKER_FAULTS, (custom, { getCloseReason }) => ({
    getCloseReason: (overlap, forming) =>
      custom(getCloseReason(overlap, forming) !== undefined) ? overlap : undefined,
  })),
  windowHolds: createHook('windowHolds', PACKER_FAULTS, (custom, { isBlockedByWindow }) => ({
    isBlockedByWindow: (full, sequence, first) => custom(isBlockedByWindow(full, sequence, first)),
  })),
  overlaps: createHook('overlaps', OVERLAP_FAULTS, (custom, { collides }) => ({
    collides: (overlaps) => custom(collides(overlaps)),
  })),
  launchPlace: createHook('launchPlace', LAUNCHER_FAULTS, (custom) => ({
    takeFrom: (queue) => takeAt(queue, Math.min(custom(queue.waiting.length), queue.waiting.length - 1)),
  })),
  gateOpens: createHook('gateOpens', GATE_FAULTS, (custom, { opens }) => ({
    opens: (wave) => custom(opens(wave), wave.number),
  })),
  keepsOrder: createHook('keepsOrder', ORDER_FAULTS, (custom, clean) =>
    keepOrderOnlyFor(clean, ({ access }) => custom(access)),
  ),
};

/** Sets the user-defined faults for devices in this thread. Each scenario specifies which of them are active. */
export function installUserFaults(faults: readonly UserFault[]): void {
  setUserFaultEntries(
    faults.map(({ id, output, create }) => {
      const { table, entry } = HOOKS[output] as FaultHook<FaultOutput>;
      return [table, id, entry(create)];
    }),
  );
}
