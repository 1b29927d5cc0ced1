import type { Instruction } from '../../arch/index.js';
import { HWREG, NO_LIMIT, SCALAR, toLimits } from '../../arch/index.js';
import { type DeviceContext, type FaultTable, makeEvent, UNIT } from '../context.js';
import type { LocalDataShare } from '../lds/local-data-share.js';
import type { AccessRecord } from '../memory/access-record.js';
import type { Memory } from '../memory/memory.js';
import { STATUS, type Wave } from '../wave.js';
import { ALL_ZERO, setThresholds } from './counters.js';
import { clearPacker } from './hwreg.js';

/** Messages and exports that leave the sequencer. */
export interface DepartureBoundary {
  /** Sends a message. Returns false if the wave has to wait for something else to resume it. */
  sendMessage: (wave: Wave, instruction: Instruction) => boolean;
  /** Executes an export. Returns false if the wave has to wait for something else to resume it. */
  export: (wave: Wave, instruction: Instruction) => boolean;
  /** Makes the wave exit via its message. */
  exitByMessage: (wave: Wave) => void;
  /** Makes the wave exit via its `done` export, on GFX11 and later. */
  exitByExport: (wave: Wave) => void;
  /** Makes the wave wait for all counters if anything is outstanding. Returns whether it can continue immediately. */
  waitForAll: (wave: Wave) => boolean;
  /** Makes the wave wait unless its thresholds are already met. Returns whether it can continue immediately. */
  tryWait: (wave: Wave) => boolean;
}

/** Faults in outgoing messages and exports. */
export const DEPARTURE_FAULTS: FaultTable<DepartureBoundary> = {
  F60: (departures) => {
    const send = departures.sendMessage.bind(departures);
    return { sendMessage: (wave, message) => departures.waitForAll(wave) && send(wave, message) };
  },
  F64: (departures, { counterMap }) => ({
    waitForAll: (wave) => {
      setThresholds(wave, ALL_ZERO);
      wave.thresholds[counterMap.store] = NO_LIMIT;
      return departures.tryWait(wave);
    },
  }),
  F69: (departures) => ({
    sendMessage: skipInEmptyWaves(departures.sendMessage.bind(departures)),
    export: skipInEmptyWaves(departures.export.bind(departures)),
  }),
};

function skipInEmptyWaves(execute: DepartureBoundary['export']): DepartureBoundary['export'] {
  return (wave, instruction) => {
    const { s, lanes } = wave.state;
    const isEmpty = (s[SCALAR.EXEC_LO] | (lanes === 64 ? s[SCALAR.EXEC_HI] : 0)) === 0;
    if (!isEmpty) return execute(wave, instruction);
    wave.state.next++;
    return true;
  };
}

/** The sequencer, including its handling of sleeping waves and of waves that send messages or exports. */
export interface SequencerBoundary {
  readonly entry: {
    sleep: (wave: Wave, instruction: Instruction) => boolean;
    /** Executes `s_wait_event`. Returns false while the wave is waiting for export-ready (S-055). */
    waitForEvent: (wave: Wave, instruction: Instruction) => boolean;
  };
  readonly departures: DepartureBoundary;
  readonly ports: { readonly memory: Pick<Memory, 'invalidateCaches'> };
  /** Handles a `WAVE` event: the wave continues from where it stopped. */
  run: (wave: Wave) => void;
  /** Follows the branch that ends the straight-line run starting at `first`. Returns where the new run starts. */
  branch: (wave: Wave, instruction: Instruction, first: number) => number;
  /** Whether the instruction's counter wait is satisfied. If not, the wave starts waiting. */
  waitForCounters: (wave: Wave, instruction: Instruction) => boolean;
  /** Makes a waiting wave recheck its condition. */
  resume: (wave: Wave) => void;
  /** Called when a message has been delivered. */
  messageReturned: (wave: Wave) => void;
  /** Updates whether a packer is selected, after a hardware register write. */
  updatePacker: (wave: Wave) => void;
}

/** The branch that compilers use to skip code when no lane is active. */
const EARLY_EXIT = 's_cbranch_execz';

/** Faults in shader execution. */
export const SEQUENCER_FAULTS: FaultTable<SequencerBoundary> = {
  F61: () => ({ messageReturned: () => {} }),
  F238: invalidateAtExits,
  F67: (sequencer, { facts }) => {
    const updatePacker = sequencer.updatePacker.bind(sequencer);
    return {
      updatePacker: (wave) => {
        const { state, work } = wave;
        const written = work.program.instructions[state.next - 1];
        const { id, offset, size } = written.hwreg!;
        const { register, low, bits } = facts.packerField!;
        const includesPacker = register === HWREG.MODE && offset < low + bits && offset + size > low;
        if (id === HWREG.MODE && !includesPacker) clearPacker(facts, state.hw);
        updatePacker(wave);
      },
    };
  },
  F70: (sequencer) => {
    const { departures } = sequencer;
    const branch = sequencer.branch.bind(sequencer);
    const earlyExits = new Set<number>();
    const skipIfEarlyExit = (exit: (wave: Wave) => void) => (wave: Wave) => {
      if (!earlyExits.has(wave.number)) exit(wave);
    };
    Object.assign(departures, {
      exitByMessage: skipIfEarlyExit(departures.exitByMessage.bind(departures)),
      exitByExport: skipIfEarlyExit(departures.exitByExport.bind(departures)),
    });
    return {
      branch: (wave, instruction, first) => {
        const next = branch(wave, instruction, first);
        const isTaken = wave.state.next === instruction.target;
        if (isTaken && instruction.mnemonic === EARLY_EXIT) earlyExits.add(wave.number);
        return next;
      },
    };
  },
  F160: keepSimdBetweenPolls,
  F247: (sequencer) => {
    const waitForCounters = sequencer.waitForCounters.bind(sequencer);
    return { waitForCounters: (wave, instruction) => waitForCounters(wave, allowOneMore(instruction)) };
  },
  F245: (sequencer, context) => {
    const { entry } = sequencer;
    const waitForEvent = entry.waitForEvent.bind(entry);
    const resume = sequencer.resume.bind(sequencer);
    const startCycles = new WeakMap<Wave, number>();
    entry.waitForEvent = (wave, instruction) => {
      const canProceed = waitForEvent(wave, instruction);
      if (!canProceed) startCycles.set(wave, context.now);
      return canProceed;
    };
    return {
      resume: (wave) => {
        if (wave.status !== STATUS.EXPORT_READY || startCycles.get(wave) !== context.now) resume(wave);
      },
    };
  },
};

/** Lets a wave that sleeps between two polls keep its SIMD, so other waves run only after it wakes (S-046). */
function keepSimdBetweenPolls(
  sequencer: SequencerBoundary,
  context: DeviceContext,
): Partial<SequencerBoundary> {
  const { entry } = sequencer;
  const run = sequencer.run.bind(sequencer);
  const sleep = entry.sleep.bind(entry);
  const holders = new Map<number, Wave>();
  const stalled = new Map<number, Wave[]>();
  entry.sleep = (wave, instruction) => {
    const canProceed = sleep(wave, instruction);
    const { simd } = wave.place;
    if (!canProceed && wave.polling.lastId >= 0 && !holders.has(simd)) holders.set(simd, wave);
    return canProceed;
  };
  const releaseSimd = (simd: number): void => {
    holders.delete(simd);
    const waves = stalled.get(simd) ?? [];
    stalled.delete(simd);
    for (const wave of waves) {
      wave.resumeToken = context.wheel.schedule(1, makeEvent(UNIT.WAVE, wave.index));
    }
  };
  return {
    run: (wave) => {
      if (wave.resumeToken !== context.wheel.token || wave.isStopped) return;
      const { simd } = wave.place;
      const holder = holders.get(simd);
      if (holder !== undefined && holder !== wave) {
        stalled.set(simd, [...(stalled.get(simd) ?? []), wave]);
        return;
      }
      if (holder === wave) releaseSimd(simd);
      run(wave);
    },
  };
}

/** Invalidates the caches of a wave after each exit, as if exits made memory visible. */
function invalidateAtExits(sequencer: SequencerBoundary): Partial<SequencerBoundary> {
  const { departures, ports } = sequencer;
  const run = sequencer.run.bind(sequencer);
  const lastSeen = new WeakMap<Wave, number>();
  let exitCount = 0;
  const countExits = (exit: (wave: Wave) => void) => (wave: Wave) => {
    exitCount++;
    exit(wave);
  };
  departures.exitByMessage = countExits(departures.exitByMessage.bind(departures));
  departures.exitByExport = countExits(departures.exitByExport.bind(departures));
  return {
    run: (wave) => {
      if (lastSeen.get(wave) !== exitCount) ports.memory.invalidateCaches(wave, ['l0', 'gl1', 'scalar']);
      lastSeen.set(wave, exitCount);
      run(wave);
    },
  };
}

/** Returns a copy of the instruction whose wait allows one more outstanding access per counter. */
function allowOneMore(instruction: Instruction): Instruction {
  const wait = Object.entries(instruction.wait!).map(([counter, limit]) => [counter, limit + 1]);
  return { ...instruction, wait: Object.fromEntries(wait), limits: toLimits(Object.fromEntries(wait)) };
}

/** Memory accesses and trap handlers. */
export interface AccessBoundary {
  readonly ports: { readonly localDataShare: Pick<LocalDataShare, 'answerFlat'> };
  /** Called when an access has been issued. */
  issued: (record: AccessRecord) => void;
  /** Completes an access and decrements its counter. */
  returned: (record: AccessRecord) => void;
  /** Schedules the end of the wave's trap handler, which takes the given number of cycles. */
  scheduleTrapEnd: (wave: Wave, cycles: number) => void;
  /** Called when the trap handler has finished. */
  returnFromTrap: (wave: Wave) => void;
}

/** Faults in counters and traps. */
export const ACCESS_FAULTS: FaultTable<AccessBoundary> = {
  F62: (accesses) => {
    const issued = accesses.issued.bind(accesses);
    const returned = accesses.returned.bind(accesses);
    return {
      issued: (record) => {
        issued(record);
        returned(record);
      },
      returned: () => {},
    };
  },
  F68: (accesses, { facts }) => {
    const returnFromTrap = accesses.returnFromTrap.bind(accesses);
    return {
      returnFromTrap: (wave) => {
        returnFromTrap(wave);
        clearPacker(facts, wave.state.hw);
        wave.section.packerEnabled = false;
      },
    };
  },
  F167: () => ({ scheduleTrapEnd: () => {} }),
  F212: ({ ports }) => {
    ports.localDataShare.answerFlat = () => {};
    return {};
  },
};

/** The room in a wave's counters. */
export interface RoomBoundary {
  /** Whether the wave's counter has room for another operation. If not, makes the wave wait. */
  has: (wave: Wave, counter: number) => boolean;
}

/** Faults in how full counters stall a wave. */
export const ROOM_FAULTS: FaultTable<RoomBoundary> = { F264: () => ({ has: () => true }) };

/** Decides when barriers open. */
export interface BarrierOutputs {
  /** Returns whether a barrier opens once `arrived` of the group's `waves` waves have reached it or ended. */
  opens: (arrived: number, waves: number) => boolean;
}

export const CLEAN_BARRIERS: BarrierOutputs = { opens: (arrived, waves) => arrived === waves };

/** Barrier faults. */
export const BARRIER_FAULTS: FaultTable<BarrierOutputs> = {
  F168: () => ({ opens: (arrived, waves) => arrived >= waves - 1 }),
};
