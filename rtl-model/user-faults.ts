import type { FaultOutput, FaultOutputs, FaultyDevice, UserFault } from '../transactions/index.js';
import type { DeviceContext, DeviceFaults, FaultFactory, Functions } from './context.js';
import { CLEAN_OVERLAP } from './db/overlap-tracker.js';
import { DEVICE_FAULTS } from './faults.js';
import { keepOrderOnlyFor } from './memory/faults.js';
import { ReturnOrder } from './memory/return-order.js';
import { CLEAN_PACKER } from './sc/outputs.js';
import { ExitTracker } from './spi/exit-tracker.js';
import { ExportGate } from './spi/export-space.js';
import { takeAt } from './spi/faults.js';
import { Launcher } from './spi/launcher.js';

interface FaultHook<Output extends FaultOutput> {
  /** The unit's prototype, or its outputs. */
  readonly owner: object;
  readonly makeFactory: (create: (device: FaultyDevice) => FaultOutputs[Output]) => FaultFactory<object>;
}

function createHook<Output extends FaultOutput, T extends object>(
  _output: Output,
  owner: T,
  replace: (custom: FaultOutputs[Output], clean: Functions<T>, unit: T) => Partial<T>,
): FaultHook<Output> {
  return {
    owner,
    makeFactory: (create) => (unit, context, clean) =>
      replace(create(describeDevice(context)), clean as Functions<T>, unit as T),
  };
}

/** Returns the information about the device that is passed to user-defined faults. */
function describeDevice({ scenario, gfx, lanes, freedoms }: DeviceContext): FaultyDevice {
  return { chip: scenario.chip, gfx, wave: lanes, packers: freedoms.packers };
}

/** How each output that user-defined faults can replace is replaced. */
const HOOKS: { readonly [Output in FaultOutput]: FaultHook<Output> } = {
  exitingId: createHook('exitingId', ExitTracker.prototype, (custom, { show }, { shown, packer }) => ({
    shown: custom(shown, packer),
    show: (oldest) => show(custom(oldest, packer)),
  })),
  waveId: createHook('waveId', CLEAN_PACKER, (custom, { getIdNumber }) => ({
    getIdNumber: (wave, reason) => custom(getIdNumber(wave, reason), wave.number),
  })),
  closesOnOverlap: createHook('closesOnOverlap', CLEAN_PACKER, (custom, { getCloseReason }) => ({
    getCloseReason: (overlap, forming) =>
      custom(getCloseReason(overlap, forming) !== undefined) ? overlap : undefined,
  })),
  windowHolds: createHook('windowHolds', CLEAN_PACKER, (custom, { isBlockedByWindow }) => ({
    isBlockedByWindow: (full, sequence, first) => custom(isBlockedByWindow(full, sequence, first)),
  })),
  overlaps: createHook('overlaps', CLEAN_OVERLAP, (custom, { collides }) => ({
    collides: (overlaps) => custom(collides(overlaps)),
  })),
  launchPlace: createHook('launchPlace', Launcher.prototype, (custom) => ({
    takeFrom: (queue) => takeAt(queue, Math.min(custom(queue.waiting.length), queue.waiting.length - 1)),
  })),
  gateOpens: createHook('gateOpens', ExportGate.prototype, (custom, { opens }) => ({
    opens: (wave) => custom(opens(wave), wave.number),
  })),
  keepsOrder: createHook('keepsOrder', ReturnOrder.prototype, (custom, clean) =>
    keepOrderOnlyFor(clean, ({ access }) => custom(access)),
  ),
};

/** The faults of devices in this thread. */
let deviceFaults = DEVICE_FAULTS;

/** Returns the built-in faults and this thread's user-defined ones. */
export function getDeviceFaults(): DeviceFaults {
  return deviceFaults;
}

/** Sets the user-defined faults for devices in this thread. Each scenario specifies which of them are active. */
export function installUserFaults(faults: readonly UserFault[]): void {
  const tables = new Map(DEVICE_FAULTS);
  for (const { id, output, create } of faults) {
    const { owner, makeFactory } = HOOKS[output] as FaultHook<FaultOutput>;
    tables.set(owner, { ...tables.get(owner), [id]: makeFactory(create) });
  }
  deviceFaults = tables;
}
