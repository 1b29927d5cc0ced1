import type { Instruction } from '../../arch/index.js';
import { HWREG, NO_LIMIT, SCALAR, toLimits } from '../../arch/index.js';
import { type FaultTable, makeEvent, UNIT } from '../context.js';
import { STATUS, type Wave } from '../wave.js';
import type { Accesses } from './accesses.js';
import type { CLEAN_BARRIERS } from './barriers.js';
import type { CounterRoom } from './counter-room.js';
import { ALL_ZERO, setThresholds } from './counters.js';
import type { Departures } from './departures.js';
import { clearPacker } from './hwreg.js';
import type { Sequencer } from './sequencer.js';

/** Faults in outgoing messages and exports. */
export const DEPARTURE_FAULTS: FaultTable<Departures> = {
  F60: (departures, _, { sendMessage }) => ({
    sendMessage: (wave, message) => departures.waitForAll(wave) && sendMessage(wave, message),
  }),
  F64: (departures, { counterMap }) => ({
    waitForAll: (wave) => {
      setThresholds(wave, ALL_ZERO);
      wave.thresholds[counterMap.store] = NO_LIMIT;
      return departures.tryWait(wave);
    },
  }),
  F69: (_departures, _context, clean) => ({
    sendMessage: skipInEmptyWaves(clean.sendMessage),
    export: skipInEmptyWaves(clean.export),
  }),
};

function skipInEmptyWaves(execute: Departures['export']): Departures['export'] {
  return (wave, instruction) => {
    const { s, lanes } = wave.state;
    const isEmpty = (s[SCALAR.EXEC_LO] | (lanes === 64 ? s[SCALAR.EXEC_HI] : 0)) === 0;
    if (!isEmpty) return execute(wave, instruction);
    wave.state.next++;
    return true;
  };
}

/** The branch that compilers use to skip code when no lane is active. */
const EARLY_EXIT = 's_cbranch_execz';

/** Faults in shader execution. */
export const SEQUENCER_FAULTS: FaultTable<Sequencer> = {
  F61: () => ({ messageReturned: () => {} }),
  // Each exit invalidates the caches of every wave before it runs again, as if exits made memory visible.
  F238: ({ departures, ports }, _, { run }) => {
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
  },
  F67: (_, { facts }, { updatePacker }) => ({
    updatePacker: (wave) => {
      const { state, work } = wave;
      const written = work.program.instructions[state.next - 1];
      const { id, offset, size } = written.hwreg!;
      const { register, low, bits } = facts.packerField!;
      const includesPacker = register === HWREG.MODE && offset < low + bits && offset + size > low;
      if (id === HWREG.MODE && !includesPacker) clearPacker(facts, state.hw);
      updatePacker(wave);
    },
  }),
  F70: ({ departures }, _, { branch }) => {
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
  // A wave that sleeps between two polls keeps its SIMD, so other waves run only after it wakes (S-046).
  F160: ({ entry }, { wheel }, { run }) => {
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
      for (const wave of waves) wave.resumeToken = wheel.schedule(1, makeEvent(UNIT.WAVE, wave.index));
    };
    return {
      run: (wave) => {
        if (wave.resumeToken !== wheel.token || wave.isStopped) return;
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
  },
  F247: (_sequencer, _context, { waitForCounters }) => ({
    waitForCounters: (wave, instruction) => waitForCounters(wave, allowOneMore(instruction)),
  }),
  F245: ({ entry }, context, { resume }) => {
    const waitForEvent = entry.waitForEvent.bind(entry);
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

/** Returns a copy of the instruction whose wait allows one more outstanding access per counter. */
function allowOneMore(instruction: Instruction): Instruction {
  const wait = Object.entries(instruction.wait!).map(([counter, limit]) => [counter, limit + 1]);
  return { ...instruction, wait: Object.fromEntries(wait), limits: toLimits(Object.fromEntries(wait)) };
}

/** Faults in counters and traps. */
export const ACCESS_FAULTS: FaultTable<Accesses> = {
  F62: (_accesses, _context, { issued, returned }) => ({
    issued: (record) => {
      issued(record);
      returned(record);
    },
    returned: () => {},
  }),
  F68: (_, { facts }, { returnFromTrap }) => ({
    returnFromTrap: (wave) => {
      returnFromTrap(wave);
      clearPacker(facts, wave.state.hw);
      wave.section.packerEnabled = false;
    },
  }),
  F167: () => ({ scheduleTrapEnd: () => {} }),
  F212: ({ ports }) => {
    ports.localDataShare.answerFlat = () => {};
    return {};
  },
};

/** Faults in how full counters stall a wave. */
export const ROOM_FAULTS: FaultTable<CounterRoom> = { F264: () => ({ has: () => true }) };

/** Barrier faults. */
export const BARRIER_FAULTS: FaultTable<typeof CLEAN_BARRIERS> = {
  F168: () => ({ opens: (arrived, waves) => arrived >= waves - 1 }),
};
