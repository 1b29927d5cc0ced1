import type { FaultTable } from '../context.js';
import { STATUS, type Wave } from '../wave.js';
import type { CLEAN_ENTRY, Entry } from './entry.js';

/** The first bit above the id field. */
const FIRST_BIT_ABOVE_ID = 1 << 10;

/** Faults in the ids that polls return. */
export const ENTRY_FAULTS: FaultTable<typeof CLEAN_ENTRY> = {
  F54: () => ({ id: (visible, last) => (last < 0 ? visible : last) }),
  F56: () => ({ id: (visible) => visible | FIRST_BIT_ABOVE_ID }),
};

/** Faults in entering the section. */
export const ENTRY_BOUNDARY_FAULTS: FaultTable<Entry> = {
  F55: ({ parked: { length } }, _, { getTracker }) => ({
    getTracker: (packer) => getTracker(packer < 0 ? packer : (packer + 1) % length),
  }),
  F57: () => ({ hasMissedWake: () => false }),
  F58: ({ parked: { length: packers } }, { freedoms }, { wakeSleepers }) => {
    if (packers === 1) return {};
    return {
      pollPeriod: (cycles, length) => (cycles === 0 ? 0 : cycles + length * freedoms.issueGap[1]),
      wakeSleepers: (packer) => wakeSleepers((packer + 1) % packers),
    };
  },
  F59: (entry) => ({ sleepOrPark: (wave, _, tracker) => entry.sleepWithoutParking(wave, tracker, 0) }),
  F65: (_entry, _context, { waitForEvent }) => ({
    waitForEvent: (wave, instruction) => runAsIfReady(wave, () => waitForEvent(wave, instruction)),
  }),
  F66: (_entry, _context, { waitForEvent }) => {
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
  // A wave that goes to sleep in the cycle in which a wake arrives misses the wake and sleeps for its full duration.
  F241: (entry, context, { sleepOrPark, wakeSleepers }) => {
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
        const sleep = (): void => entry.sleepWithoutParking(wave, tracker, cycles);
        sleeps.set(wave, { cycle: context.now, sleep });
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
  },
  F242: (_entry, _context, { hasMissedWake }) => ({
    hasMissedWake: (wave, tracker) =>
      ((tracker.epoch - wave.polling.lastEpoch) & 1) === 1 && hasMissedWake(wave, tracker),
  }),
};

function runAsIfReady(wave: Wave, action: () => boolean): boolean {
  const { ready } = wave.exports;
  wave.exports.ready = true;
  const result = action();
  wave.exports.ready = ready;
  return result;
}
