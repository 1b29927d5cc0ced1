import type { MemoryOperation } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';
import { COUNTER, PATH, type Wave } from '../wave.js';
import type { MemoryOutputs } from './faults.js';

/**
 * Which accesses of a wave keep their order. They take effect in order of issue, since they go one way: compilers load
 * what they stored without waiting in between. Counters fall in order for each counter. Images are apart from the rest
 * where MEM_ORDERED is off; GFX9 has no such bit and keeps all in order. Scalar loads come back as they please, so that
 * a wait for `lgkm` means something at zero only (pops.md 7; traps.md).
 */
export class ReturnOrder {
  constructor(private readonly outputs: MemoryOutputs) {}

  /** First cycle from `wanted` on at which an access may perform; later accesses of its path come after it. */
  perform(wave: Wave, operation: MemoryOperation, wanted: number): number {
    const path = isApart(wave, operation) ? PATH.image : COUNTER.vm;
    if (!this.outputs.keepsOrder(operation)) return wanted;
    return inOrder(wave.paths.lastPerform, operation, path, wanted);
  }

  /** As `perform`, for the fall of its counter. */
  return(wave: Wave, operation: MemoryOperation, wanted: number): number {
    if (!this.outputs.keepsOrder(operation)) return wanted;
    const path = COUNTER[operation.counter];
    const apart = path === COUNTER.vm && isApart(wave, operation);
    return inOrder(wave.paths.lastReturn, operation, apart ? PATH.image : path, wanted);
  }
}

function isApart({ work }: Wave, { space }: MemoryOperation): boolean {
  return work.imagesApart && space === 'image';
}

function inOrder(last: Float64Array, { space }: MemoryOperation, path: number, wanted: number): number {
  if (space === 'scalar') return wanted;
  const cycle = Math.max(wanted, last[path] + 1);
  assert(cycle >= wanted && cycle > last[path], 'operations of a path keep their order');
  last[path] = cycle;
  return cycle;
}
