import type { Instruction } from '../../arch/index.js';
import type { DeviceContext, FaultTable } from '../context.js';
import type { ExitTracking } from '../spi/exit-tracker.js';
import { STATUS, type Wave } from '../wave.js';

/** The results of polls. */
export interface EntryOutputs {
  /** Returns the id that a poll reads, given the visible id and the one the wave last read (-1 if none; S-044). */
  id: (visible: number, last: number) => number;
}

export const CLEAN_ENTRY: EntryOutputs = { id: (visible) => visible };

/** The first bit above the id field. */
const FIRST_BIT_ABOVE_ID = 1 << 10;

/** Faults in the ids that polls return. */
export const ENTRY_FAULTS: FaultTable<EntryOutputs> = {
  F54: () => ({ id: (visible, last) => (last < 0 ? visible : last) }),
  F56: () => ({ id: (visible) => visible | FIRST_BIT_ABOVE_ID }),
};

/** Entering the section: sleeping, waking, and waiting for export-ready. */
export interface EntryBoundary {
  readonly parked: readonly {
    /** Schedules a parked or sleeping wave to run again after the wake latency. */
    scheduleWake: (wave: Wave) => void;
  }[];
  /** Returns the tracker to poll for the selected packer, or undefined if no packer is selected (S-024). */
  getTracker: (packer: number) => ExitTracking | undefined;
  /** Whether an exit has occurred since the wave's last poll. If so, its next sleep ends immediately (U9). */
  hasMissedWake: (wave: Wave, tracker: ExitTracking) => boolean;
  /** Makes the wave sleep for the given number of cycles. */
  sleepOrPark: (wave: Wave, instruction: Instruction, tracker: ExitTracking, cycles: number) => void;
  /** Makes the wave sleep for the given number of cycles without parking it. 0 means until it is woken. */
  sleepWithoutParking: (wave: Wave, tracker: ExitTracking, cycles: number) => void;
  /** The polling period of a parked loop of `length` instructions, or 0 if an exit wakes it. */
  pollPeriod: (sleepCycles: number, length: number) => number;
  /** Wakes the waves that are waiting for one of the packer's waves to exit (S-048, U8). */
  wakeSleepers: (packer: number) => void;
  /** Executes `s_wait_event`. Returns false while the wave is waiting for export-ready (S-055). */
  waitForEvent: (wave: Wave, instruction: Instruction) => boolean;
}

/** Faults in entering the section. */
export const ENTRY_BOUNDARY_FAULTS: FaultTable<EntryBoundary> = {
  F55: (entry) => {
    const getTracker = entry.getTracker.bind(entry);
    const { length } = entry.parked;
    return { getTracker: (packer) => getTracker(packer < 0 ? packer : (packer + 1) % length) };
  },
  F57: () => ({ hasMissedWake: () => false }),
  F58: (entry, { freedoms }) => {
    const { length: packers } = entry.parked;
    if (packers === 1) return {};
    const wakeSleepers = entry.wakeSleepers.bind(entry);
    return {
      pollPeriod: (cycles, length) => (cycles === 0 ? 0 : cycles + length * freedoms.issueGap[1]),
      wakeSleepers: (packer) => wakeSleepers((packer + 1) % packers),
    };
  },
  F59: (entry) => ({ sleepOrPark: (wave, _, tracker) => entry.sleepWithoutParking(wave, tracker, 0) }),
  F65: (entry) => {
    const waitForEvent = entry.waitForEvent.bind(entry);
    return { waitForEvent: (wave, instruction) => runAsIfReady(wave, () => waitForEvent(wave, instruction)) };
  },
  F66: (entry) => {
    const waitForEvent = entry.waitForEvent.bind(entry);
    const readySlots = new Set<number>();
    return {
      waitForEvent: (wave, instruction) => {
        const wait = (): boolean => waitForEvent(wave, instruction);
        const canProceed = readySlots.has(wave.slot) ? runAsIfReady(wave, wait) : wait();
        if (canProceed && wave.exports.ready) readySlots.add(wave.slot);
        return canProceed;
      },
    };
  },
  F241: missWakeInSleepCycle,
  F242: (entry) => {
    const hasMissedWake = entry.hasMissedWake.bind(entry);
    return {
      hasMissedWake: (wave, tracker) =>
        ((tracker.epoch - wave.polling.lastEpoch) & 1) === 1 && hasMissedWake(wave, tracker),
    };
  },
};

/**
 * If a wake arrives in the same cycle in which a wave goes to sleep, the wave misses it and sleeps for its full
 * duration.
 */
function missWakeInSleepCycle(entry: EntryBoundary, context: DeviceContext): Partial<EntryBoundary> {
  const sleepOrPark = entry.sleepOrPark.bind(entry);
  const wakeSleepers = entry.wakeSleepers.bind(entry);
  const sleeps = new WeakMap<Wave, { readonly cycle: number; readonly sleep: () => void }>();
  const missed = new Set<Wave>();
  for (const parked of entry.parked) {
    const scheduleWake = parked.scheduleWake.bind(parked);
    parked.scheduleWake = (wave) => {
      if (sleeps.get(wave)?.cycle === context.now) missed.add(wave);
      else scheduleWake(wave);
    };
  }
  return {
    sleepOrPark: (wave, instruction, tracker, cycles) => {
      sleeps.set(wave, { cycle: context.now, sleep: () => entry.sleepWithoutParking(wave, tracker, cycles) });
      sleepOrPark(wave, instruction, tracker, cycles);
    },
    wakeSleepers: (packer) => {
      wakeSleepers(packer);
      for (const wave of missed) {
        wave.status = STATUS.RUNNING;
        sleeps.get(wave)!.sleep();
      }
      missed.clear();
    },
  };
}

function runAsIfReady(wave: Wave, action: () => boolean): boolean {
  const { ready } = wave.exports;
  wave.exports.ready = true;
  const result = action();
  wave.exports.ready = ready;
  return result;
}
