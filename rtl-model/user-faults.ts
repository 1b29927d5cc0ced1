import type { FaultOutput, FaultOutputs, FaultyDevice, UserFault } from '../transactions/index.js';
import type { FaultTable } from './context.js';
import { OVERLAP_FAULTS, type OverlapOutputs } from './db/faults.js';
import { keepOrderOnlyFor, ORDER_FAULTS, type OrderBoundary } from './memory/order-faults.js';
import { PACKER_FAULTS, type PackerOutputs } from './sc/faults.js';
import { TRACKER_FAULTS, type TrackerBoundary } from './spi/exit-faults.js';
import { GATE_FAULTS, type GateBoundary } from './spi/export-space.js';
import { LAUNCHER_FAULTS, type LauncherBoundary, takeAt } from './spi/faults.js';
import { setUserFaultEntries, type UserFaultEntry } from './user-fault-tables.js';

interface FaultHook<Output extends FaultOutput> {
  readonly table: object;
  readonly entry: (create: (device: FaultyDevice) => FaultOutputs[Output]) => UserFaultEntry;
}

function createHook<Output extends FaultOutput, T extends object>(
  table: FaultTable<T>,
  replace: (custom: FaultOutputs[Output], unit: T) => Partial<T>,
): FaultHook<Output> {
  return { table, entry: (create) => (unit, device) => replace(create(device), unit as T) };
}

/** The fault table for each output that user-defined faults can replace. */
const HOOKS: { readonly [Output in FaultOutput]: FaultHook<Output> } = {
  exitingId: createHook<'exitingId', TrackerBoundary>(TRACKER_FAULTS, (custom, tracker) => {
    const show = tracker.show.bind(tracker);
    const { shown, packer } = tracker;
    return { shown: custom(shown, packer), show: (oldest) => show(custom(oldest, packer)) };
  }),
  waveId: createHook<'waveId', PackerOutputs>(PACKER_FAULTS, (custom, { getIdNumber }) => ({
    getIdNumber: (wave, reason) => custom(getIdNumber(wave, reason), wave.number),
  })),
  closesOnOverlap: createHook<'closesOnOverlap', PackerOutputs>(
    PACKER_FAULTS,
    (custom, { getCloseReason }) => ({
      getCloseReason: (overlap, forming) =>
        custom(getCloseReason(overlap, forming) !== undefined) ? overlap : undefined,
    }),
  ),
  windowHolds: createHook<'windowHolds', PackerOutputs>(PACKER_FAULTS, (custom, { isBlockedByWindow }) => ({
    isBlockedByWindow: (full, sequence, first) => custom(isBlockedByWindow(full, sequence, first)),
  })),
  overlaps: createHook<'overlaps', OverlapOutputs>(OVERLAP_FAULTS, (custom, { collides }) => ({
    collides: (overlaps) => custom(collides(overlaps)),
  })),
  launchPlace: createHook<'launchPlace', LauncherBoundary>(LAUNCHER_FAULTS, (custom) => ({
    takeFrom: (queue) => takeAt(queue, Math.min(custom(queue.waiting.length), queue.waiting.length - 1)),
  })),
  gateOpens: createHook<'gateOpens', GateBoundary>(GATE_FAULTS, (custom, gate) => {
    const opens = gate.opens.bind(gate);
    return { opens: (wave) => custom(opens(wave), wave.number) };
  }),
  keepsOrder: createHook<'keepsOrder', OrderBoundary>(ORDER_FAULTS, (custom, order) =>
    keepOrderOnlyFor(({ access }) => custom(access))(order),
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
