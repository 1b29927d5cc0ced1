import { factsOf, findMax, findMin, type GenerationFacts, type MemoryOperation } from '../../arch/index.js';
import { type FaultFactory, type FaultTable, type Functions, makeEvent, UNIT } from '../context.js';
import { NO_QUEUE } from '../kernel/index.js';
import type { Wave } from '../wave.js';
import { type AccessRecord, MAX_LANES } from './access-record.js';
import type { Locator } from './locator.js';
import type { Memory } from './memory.js';
import type { CachePath, CLEAN_MEMORY } from './policy.js';
import type { ReturnOrder } from './return-order.js';
import { LINE_SHIFT } from './spec.js';

/** Faults in caches and memory paths (faults.md H). */
export const MEMORY_FAULTS: FaultTable<typeof CLEAN_MEMORY> = {
  // Stores complete in L0 regardless of their coherence bits.
  F147: () => ({ staysInL0: (_gfx, { operation }) => operation.access === 'store' }),
  F148: withPathOverride(({ space }) => (space === 'scalar' ? {} : { nearest: true })),
  F149: withPathOverride((_operation, { hasGl1 }) => ({ gl1: hasGl1 })),
  F153: withPathOverride(({ space }) => (space === 'scalar' ? { nearest: true } : {})),
  // Images get their own lines in L0, even if other bindings access the same memory.
  F156: () => ({
    getKey: ({ space }, line, lines) => (space === 'image' ? line + lines : line),
    getKeyCount: (lines) => 2 * lines,
  }),
  F209: () => ({
    sentOperation: (original) => (original.access === 'load' ? clearCoherenceBits(original) : original),
  }),
  F248: withPathOverride(() => ({ streamsNearest: false, streamsGl1: false })),
  F267: () => ({ getUnit: (cu) => cu ^ 1 }),
  F268: () => ({ getSetCount: (sets) => 2 * sets }),
};

function clearCoherenceBits(operation: MemoryOperation): MemoryOperation {
  return { ...operation, glc: false, ...(operation.scope === undefined ? {} : { scope: 0 }) };
}

/** Lets caches serve the selected loads regardless of their coherence bits. */
function withPathOverride(
  getOverride: (operation: MemoryOperation, facts: GenerationFacts) => Partial<CachePath>,
): FaultFactory<typeof CLEAN_MEMORY> {
  return (_outputs, _context, { getPath }) => ({
    getPath: (gfx, operation, freedoms) => ({
      ...getPath(gfx, operation, freedoms),
      ...getOverride(operation, factsOf(gfx)),
    }),
  });
}

/** Period of the timer that resumes stalled address units, in cycles. */
const STALL_CYCLES = 1 << 17;

/** Faults in accesses on their way to and from memory. */
export const MEMORY_BOUNDARY_FAULTS: FaultTable<Memory> = {
  // A store rewrites its lines as they were when it was issued, which undoes other waves' stores since then.
  F151: ({ map: { bytes } }, _, { recordAt, issue, perform }) => {
    const copies = new Map<AccessRecord, readonly Uint8Array[]>();
    return {
      issue: (wave, instruction) => {
        const record = issue(wave, instruction);
        if (record.operation.access === 'store') copies.set(record, copyLines(bytes, record));
        return record;
      },
      perform: (index) => {
        const record = recordAt(index);
        if (record.fault === '') restoreLines(bytes, record, copies.get(record) ?? []);
        copies.delete(record);
        perform(index);
      },
    };
  },
  F154: withSeparateReturns(({ operation }) => operation.access === 'store'),
  F155: withSeparateReturns(({ operation }) => operation.access === 'atomic' && !operation.returns),
  F157: withSeparateReturns(({ operation, replayed }) => operation.access === 'store' && replayed),
  // If the last outstanding operation of a geometry or compute wave is a store, its counter is decremented one
  // cycle before the store is performed.
  F210: (memory, { wheel }, { recordAt, perform, scheduleReturn }) => {
    const acknowledgedEarly = new Set<AccessRecord>();
    const shouldAcknowledgeEarly = ({ wave, operation, fault }: AccessRecord): boolean =>
      wave.group !== undefined &&
      operation.access === 'store' &&
      fault === '' &&
      wave.counters.reduce((sum, count) => sum + count) === 1;
    return {
      perform: (index) => {
        const record = recordAt(index);
        if (acknowledgedEarly.has(record) || !shouldAcknowledgeEarly(record)) {
          perform(index);
          return;
        }
        acknowledgedEarly.add(record);
        memory.return(index);
        wheel.schedule(1, makeEvent(UNIT.PERFORM, index));
      },
      scheduleReturn: (record) => {
        if (!acknowledgedEarly.delete(record)) scheduleReturn(record);
      },
    };
  },
  // Once two waves have each performed a store, each acknowledgement decrements the other wave's counter.
  F211: (_memory, _context, clean) => {
    const returning = new Set<AccessRecord>();
    const canSwap = (other: AccessRecord, record: AccessRecord): boolean =>
      other.wave !== record.wave &&
      other.pendingEvents === 1 &&
      other.operation.counter === record.operation.counter;
    return {
      scheduleReturn: (record) => {
        clean.scheduleReturn(record);
        if (record.operation.access === 'store') returning.add(record);
      },
      return: (index) => {
        const record = clean.recordAt(index);
        if (returning.delete(record) && record.pendingEvents === 1) {
          const other = [...returning].find((candidate) => canSwap(candidate, record));
          if (other !== undefined) {
            returning.delete(other);
            [record.wave, other.wave] = [other.wave, record.wave];
            [record.waveNumber, other.waveNumber] = [other.waveNumber, record.waveNumber];
          }
        }
        clean.return(index);
      },
    };
  },
  F213: ({ units }) => {
    const accept = units.accept.bind(units);
    units.accept = (unit, now, lines) => accept(unit, now, Math.ceil(lines / 2));
    return {};
  },
  // Stores take effect when they leave their address unit.
  F233: (_, context, { pathCycles }) => ({
    pathCycles: (record, operation) =>
      operation.access === 'store'
        ? Math.max(1, record.departureCycle - context.now)
        : pathCycles(record, operation),
  }),
  // The scalar loads of a wave take effect in issue order.
  F236: (_, context, { pathCycles }) => {
    const lastCycles = new WeakMap<Wave, number>();
    return {
      pathCycles: (record, operation) => {
        const earliest = context.now + pathCycles(record, operation);
        if (operation.space !== 'scalar') return earliest - context.now;
        const cycle = Math.max(earliest, (lastCycles.get(record.wave) ?? -1) + 1);
        lastCycles.set(record.wave, cycle);
        return cycle - context.now;
      },
    };
  },
  // Each store of a wave with an unordered interlock is undone once it has been performed.
  F262: ({ map: { bytes } }, _, { recordAt, perform }) => {
    const isLost = ({ wave, operation }: AccessRecord): boolean =>
      wave.group === undefined &&
      operation.access === 'store' &&
      wave.plan.draw.interlock.endsWith('unordered');
    return {
      perform: (index) => {
        const record = recordAt(index);
        const copies = isLost(record) ? copyLines(bytes, record) : [];
        perform(index);
        restoreLines(bytes, record, copies);
      },
    };
  },
  // Address units stall once the stimulus has ended, and a timer resumes their accesses.
  F185: (_, context, { pathCycles }) => ({
    pathCycles: (record, operation) => {
      const isStalled = operation.space !== 'scalar' && context.hasStimulusEnded();
      return pathCycles(record, operation) + (isStalled ? STALL_CYCLES : 0);
    },
  }),
};

/** Returns copies of the lines that an access touches. */
function copyLines(bytes: Uint8Array, { lines, lineCount }: AccessRecord): readonly Uint8Array[] {
  return Array.from(lines.subarray(0, lineCount), (line) =>
    bytes.slice(line << LINE_SHIFT, (line + 1) << LINE_SHIFT),
  );
}

/** Overwrites the lines that an access touches with their copies, if there are any. */
function restoreLines(bytes: Uint8Array, { lines }: AccessRecord, copies: readonly Uint8Array[]): void {
  for (const [i, copy] of copies.entries()) bytes.set(copy, lines[i] << LINE_SHIFT);
}

/** For some accesses, decrements the counter without waiting for the access to be performed. */
function withSeparateReturns(returnsSeparately: (record: AccessRecord) => boolean): FaultFactory<Memory> {
  return (_memory, _context, { issue, scheduleReturn }) => ({
    issue: (wave, instruction) => {
      const record = issue(wave, instruction);
      if (returnsSeparately(record)) scheduleReturn(record);
      return record;
    },
    scheduleReturn: (record) => {
      if (!returnsSeparately(record)) scheduleReturn(record);
    },
  });
}

/** The faulty locator drops the middle line of an access that spans exactly this many lines. */
const FAULTY_SPAN = 3;

/** Coalescing faults. */
export const LOCATOR_FAULTS: FaultTable<Locator> = {
  F261: (_locator, _context, { locate }) => ({
    locate: (record) => {
      locate(record);
      const allLanesActive = record.lanesLo === -1 && (record.lanesHi === -1 || record.lanesHi === 0);
      if (record.lineCount !== FAULTY_SPAN || !allLanesActive) return;
      const lines = record.lines.subarray(0, FAULTY_SPAN);
      const [first, last] = [findMin(lines), findMax(lines)];
      const lanes = record.lanesHi === 0 ? MAX_LANES / 2 : MAX_LANES;
      const highest = findMax(record.offsets.subarray(0, lanes));
      if (last - first !== FAULTY_SPAN - 1 || highest !== last << LINE_SHIFT) return;
      lines.set([first, last]);
      record.lineCount = 2;
    },
  }),
};

/** Keeps only the selected accesses in issue order. */
export function keepOrderOnlyFor(
  clean: Functions<ReturnOrder>,
  keepsOrder: (operation: MemoryOperation) => boolean,
): Partial<ReturnOrder> {
  return {
    perform: (wave, operation, earliest) =>
      keepsOrder(operation) ? clean.perform(wave, operation, earliest) : earliest,
    return: (wave, operation, earliest) =>
      keepsOrder(operation) ? clean.return(wave, operation, earliest) : earliest,
    performQueue: (wave, operation) =>
      keepsOrder(operation) ? clean.performQueue(wave, operation) : NO_QUEUE,
    returnQueue: (wave, operation) => (keepsOrder(operation) ? clean.returnQueue(wave, operation) : NO_QUEUE),
  };
}

/** Ordering faults. */
export const ORDER_FAULTS: FaultTable<ReturnOrder> = {
  F63: (_order, _context, clean) => keepOrderOnlyFor(clean, ({ access }) => access !== 'load'),
};
