import {
  factsOf,
  type GenerationFacts,
  type Gfx,
  type Instruction,
  type MemoryOperation,
} from '../../arch/index.js';
import type { KnobValues } from '../../transactions/index.js';
import { type DeviceContext, type FaultTable, makeEvent, UNIT } from '../context.js';
import type { Wave } from '../wave.js';
import type { AccessRecord } from './access-record.js';
import type { AddressMap } from './address-map.js';
import { type CachePath, findLoadPath, staysInL0 } from './policy.js';
import { LINE_BYTES, LINE_SHIFT } from './spec.js';
import type { AddressUnits } from './texture-queues.js';

/** The time that accesses take to reach the caches. */
interface PathTiming {
  /** Number of cycles between issuing and performing an access, before ordering constraints. */
  pathCycles: (record: AccessRecord, operation: MemoryOperation) => number;
}

/** Makes stores take effect when they leave their address unit. */
function withImmediateStores(memory: PathTiming, context: DeviceContext): PathTiming {
  const pathCycles = memory.pathCycles.bind(memory);
  return {
    pathCycles: (record, operation) =>
      operation.access === 'store'
        ? Math.max(1, record.departureCycle - context.now)
        : pathCycles(record, operation),
  };
}

/** Makes the scalar loads of a wave take effect in issue order. */
function withOrderedScalarLoads(memory: PathTiming, context: DeviceContext): PathTiming {
  const pathCycles = memory.pathCycles.bind(memory);
  const lastCycles = new WeakMap<AccessRecord['wave'], number>();
  return {
    pathCycles: (record, operation) => {
      const earliest = context.now + pathCycles(record, operation);
      if (operation.space !== 'scalar') return earliest - context.now;
      const cycle = Math.max(earliest, (lastCycles.get(record.wave) ?? -1) + 1);
      lastCycles.set(record.wave, cycle);
      return cycle - context.now;
    },
  };
}

/** The outputs of caches and memory paths. */
export interface MemoryOutputs {
  /** The operation actually sent for an instruction. */
  readonly sentOperation: (operation: MemoryOperation) => MemoryOperation;
  /** Whether a store completes in L0 rather than writing through to GL2. */
  readonly staysInL0: (gfx: Gfx, record: AccessRecord) => boolean;
  /** The caches that may serve a load. */
  readonly getPath: (gfx: Gfx, operation: MemoryOperation) => CachePath;
  /** The key of a line in the nearest cache; `lines` is the number of lines in the window. */
  readonly getKey: (operation: MemoryOperation, line: number, lines: number) => number;
  /** Number of keys in the nearest cache. */
  readonly getKeyCount: (lines: number) => number;
  /** Returns the compute unit whose L0 an access uses; `cu` is the one of its wave. */
  readonly getUnit: (cu: number) => number;
  /** The number of sets in a cache; `sets` is the correct one. */
  readonly getSetCount: (sets: number) => number;
}

/** Returns the fault-free memory outputs for the given settings. */
export function getCleanMemory(freedoms: KnobValues): MemoryOutputs {
  return {
    sentOperation: (operation) => operation,
    staysInL0: (gfx, record) => staysInL0(gfx, record, freedoms),
    getPath: (gfx, operation) => findLoadPath(gfx, operation, freedoms),
    getKey: (_operation, line) => line,
    getKeyCount: (lines) => lines,
    getUnit: (cu) => cu,
    getSetCount: (sets) => sets,
  };
}

/** Faults in caches and memory paths (faults.md H). */
export const MEMORY_FAULTS: FaultTable<MemoryOutputs> = {
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
): (outputs: MemoryOutputs) => Partial<MemoryOutputs> {
  return ({ getPath }) => ({
    getPath: (gfx, operation) => ({ ...getPath(gfx, operation), ...getOverride(operation, factsOf(gfx)) }),
  });
}

/** The points where accesses enter and leave memory. */
export interface MemoryBoundary {
  readonly map: AddressMap;
  readonly units: Pick<AddressUnits, 'accept'>;
  /** Issues a wave's memory instruction. */
  issue: (wave: Wave, instruction: Instruction) => AccessRecord;
  /** Handles a `PERFORM` event: the access takes effect. */
  perform: (index: number) => void;
  /** Handles a `RETURN` event: the counter is decremented. */
  return: (index: number) => void;
  /** Returns the access that an event's `index` refers to. */
  recordAt: (index: number) => AccessRecord;
  /** Returns the number of cycles between issuing and performing an access, before ordering constraints. */
  pathCycles: (record: AccessRecord, operation: MemoryOperation) => number;
  /** Schedules the return of an access that has taken effect. */
  scheduleReturn: (record: AccessRecord) => void;
}

/** Period of the timer that resumes stalled address units, in cycles. */
const STALL_CYCLES = 1 << 17;

/** Faults in accesses on their way to and from memory. */
export const MEMORY_BOUNDARY_FAULTS: FaultTable<MemoryBoundary> = {
  F151: writeWholeLines,
  F154: withSeparateReturns(({ operation }) => operation.access === 'store'),
  F155: withSeparateReturns(({ operation }) => operation.access === 'atomic' && !operation.returns),
  F157: withSeparateReturns(({ operation, replayed }) => operation.access === 'store' && replayed),
  F210: acknowledgeEarly,
  F211: swapAcknowledgements,
  F213: ({ units }) => {
    const accept = units.accept.bind(units);
    units.accept = (unit, now, lines) => accept(unit, now, Math.ceil(lines / 2));
    return {};
  },
  F233: withImmediateStores,
  F236: withOrderedScalarLoads,
  F262: loseUnorderedStores,
  // Address units stall once the stimulus has ended, and a timer resumes their accesses.
  F185: (memory, context) => {
    const pathCycles = memory.pathCycles.bind(memory);
    return {
      pathCycles: (record, operation) => {
        const isStalled = operation.space !== 'scalar' && context.hasStimulusEnded();
        return pathCycles(record, operation) + (isStalled ? STALL_CYCLES : 0);
      },
    };
  },
};

/** For some accesses, decrements the counter without waiting for the access to be performed. */
function withSeparateReturns(
  returnsSeparately: (record: AccessRecord) => boolean,
): (memory: MemoryBoundary) => Partial<MemoryBoundary> {
  return (memory) => {
    const issue = memory.issue.bind(memory);
    const scheduleReturn = memory.scheduleReturn.bind(memory);
    return {
      issue: (wave, instruction) => {
        const record = issue(wave, instruction);
        if (returnsSeparately(record)) scheduleReturn(record);
        return record;
      },
      scheduleReturn: (record) => {
        if (!returnsSeparately(record)) scheduleReturn(record);
      },
    };
  };
}

/**
 * If the last outstanding operation of a geometry or compute wave is a store, its counter is decremented one
 * cycle before the store is performed.
 */
function acknowledgeEarly(memory: MemoryBoundary, { wheel }: DeviceContext): Partial<MemoryBoundary> {
  const perform = memory.perform.bind(memory);
  const scheduleReturn = memory.scheduleReturn.bind(memory);
  const acknowledgedEarly = new Set<AccessRecord>();
  const shouldAcknowledgeEarly = ({ wave, operation, fault }: AccessRecord): boolean =>
    wave.group !== undefined &&
    operation.access === 'store' &&
    fault === '' &&
    wave.counters.reduce((sum, count) => sum + count) === 1;
  return {
    perform: (index) => {
      const record = memory.recordAt(index);
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
}

/** Once two waves have each performed a store, each acknowledgement decrements the other wave's counter. */
function swapAcknowledgements(memory: MemoryBoundary): Partial<MemoryBoundary> {
  const scheduleReturn = memory.scheduleReturn.bind(memory);
  const acknowledge = memory.return.bind(memory);
  const returning = new Set<AccessRecord>();
  const canSwap = (other: AccessRecord, record: AccessRecord): boolean =>
    other.wave !== record.wave &&
    other.pendingEvents === 1 &&
    other.operation.counter === record.operation.counter;
  return {
    scheduleReturn: (record) => {
      scheduleReturn(record);
      if (record.operation.access === 'store') returning.add(record);
    },
    return: (index) => {
      const record = memory.recordAt(index);
      if (returning.delete(record) && record.pendingEvents === 1) {
        const other = [...returning].find((candidate) => canSwap(candidate, record));
        if (other !== undefined) {
          returning.delete(other);
          [record.wave, other.wave] = [other.wave, record.wave];
          [record.waveNumber, other.waveNumber] = [other.waveNumber, record.waveNumber];
        }
      }
      acknowledge(index);
    },
  };
}

/** Undoes each store of a wave with an unordered interlock once it has been performed. */
function loseUnorderedStores(memory: MemoryBoundary): Partial<MemoryBoundary> {
  const { bytes } = memory.map;
  const perform = memory.perform.bind(memory);
  const isLost = ({ wave, operation }: AccessRecord): boolean =>
    wave.group === undefined &&
    operation.access === 'store' &&
    wave.plan.draw.interlock.endsWith('unordered');
  return {
    perform: (index) => {
      const record = memory.recordAt(index);
      const lines = Array.from(isLost(record) ? record.lines.subarray(0, record.lineCount) : []);
      const copies = lines.map((line) => bytes.slice(line << LINE_SHIFT, (line + 1) << LINE_SHIFT));
      perform(index);
      for (const [i, line] of lines.entries()) bytes.set(copies[i], line << LINE_SHIFT);
    },
  };
}

/** Makes a store rewrite its lines as they were when it was issued, which undoes other waves' stores since then. */
function writeWholeLines(memory: MemoryBoundary): Partial<MemoryBoundary> {
  const { bytes } = memory.map;
  const issue = memory.issue.bind(memory);
  const perform = memory.perform.bind(memory);
  const copies = new Map<AccessRecord, readonly Uint8Array[]>();
  return {
    issue: (wave, instruction) => {
      const record = issue(wave, instruction);
      if (record.operation.access !== 'store') return record;
      const lines = Array.from(record.lines.subarray(0, record.lineCount));
      copies.set(
        record,
        lines.map((line) => bytes.slice(line << LINE_SHIFT, (line << LINE_SHIFT) + LINE_BYTES)),
      );
      return record;
    },
    perform: (index) => {
      const record = memory.recordAt(index);
      if (record.fault === '')
        copies.get(record)?.forEach((copy, i) => {
          bytes.set(copy, record.lines[i] << LINE_SHIFT);
        });
      copies.delete(record);
      perform(index);
    },
  };
}
