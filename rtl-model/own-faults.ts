import type { FaultOutput, FaultOutputs, FaultyDevice, OwnFault } from '../transactions/index.js';
import type { FaultTable } from './context.js';
import { OVERLAP_FAULTS, type OverlapOutputs } from './db/faults.js';
import { ORDER_FAULTS, type OrderBoundary, withOrderOnlyFor } from './memory/order-faults.js';
import { setUserFaultEntries, type UserFaultEntry } from './own-fault-tables.js';
import { PACKER_FAULTS, type PackerOutputs } from './sc/faults.js';
import { TRACKER_FAULTS, type TrackerBoundary } from './spi/exit-faults.js';
import { GATE_FAULTS, type GateBoundary } from './spi/export-faults.js';
import { LAUNCHER_FAULTS, type LauncherBoundary, takeAt } from './spi/faults.js';

/** A fault table, and the function that turns a user-defined output into a table entry. */
interface Port<Output extends FaultOutput> {
  readonly table: object;
  readonly entry: (create: (device: FaultyDevice) => FaultOutputs[Output]) => UserFaultEntry;
}

function port<Output extends FaultOutput, T extends object>(
  table: FaultTable<T>,
  replace: (own: FaultOutputs[Output], unit: T) => Partial<T>,
): Port<Output> {
  return {
    table,
    entry: (create) => (unit, device) => replace(create(device), unit as T),
  };
}

/** The fault table for each output that user-defined faults can replace. */
const PORTS: { readonly [Output in FaultOutput]: Port<Output> } = {
  exitingId: port<'exitingId', TrackerBoundary>(TRACKER_FAULTS, (own, tracker) => {
    const show = tracker.show.bind(tracker);
    const { shown, packer } = tracker;
    return { shown: own(shown, packer), show: (oldest) => show(own(oldest, packer)) };
  }),
  waveId: port<'waveId', PackerOutputs>(PACKER_FAULTS, (own, { numberOfId }) => ({
    numberOfId: (wave, reason) => own(numberOfId(wave, reason), wave.number),
  })),
  closesOnOverlap: port<'closesOnOverlap', PackerOutputs>(PACKER_FAULTS, (own, { closing }) => ({
    closing: (overlap, forming) => (own(closing(overlap, forming) !== undefined) ? overlap : undefined),
  })),
  windowHolds: port<'windowHolds', PackerOutputs>(PACKER_FAULTS, (own, { heldByWindow }) => ({
    heldByWindow: (full, sequence, first) => own(heldByWindow(full, sequence, first)),
  })),
  overlaps: port<'overlaps', OverlapOutputs>(OVERLAP_FAULTS, (own, { collides }) => ({
    collides: (overlaps) => own(collides(overlaps)),
  })),
  launchPlace: port<'launchPlace', LauncherBoundary>(LAUNCHER_FAULTS, (own) => ({
    takeFrom: (queue) => takeAt(queue, Math.min(own(queue.waiting.length), queue.waiting.length - 1)),
  })),
  gateOpens: port<'gateOpens', GateBoundary>(GATE_FAULTS, (own, gate) => {
    const opens = gate.opens.bind(gate);
    return { opens: (wave) => own(opens(wave), wave.number) };
  }),
  keepsOrder: port<'keepsOrder', OrderBoundary>(ORDER_FAULTS, (own, order) =>
    withOrderOnlyFor(({ access }) => own(access))(order),
  ),
};

/** Sets the user-defined faults for devices in this thread. A scenario names those that are active. */
export function setOwnFaults(faults: readonly OwnFault[]): void {
  setUserFaultEntries(
    faults.map(({ id, output, create }) => {
      const { table, entry } = PORTS[output] as Port<FaultOutput>;
      return [table, id, entry(create)];
    }),
  );
}
