import type { MemoryOperation } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import type { AccessRecord } from './access-record.js';

/** The time that accesses take to reach the caches. */
interface PathTiming {
  /** Number of cycles between issuing and performing an access, before ordering constraints. */
  pathCycles: (record: AccessRecord, operation: MemoryOperation) => number;
}

/** Makes stores take effect in the cycle after they are issued. */
export function withImmediateStores(memory: PathTiming): PathTiming {
  const pathCycles = memory.pathCycles.bind(memory);
  return {
    pathCycles: (record, operation) => (operation.access === 'store' ? 1 : pathCycles(record, operation)),
  };
}

/** Makes the scalar loads of a wave take effect in issue order. */
export function withOrderedScalarLoads(memory: PathTiming, context: DeviceContext): PathTiming {
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
