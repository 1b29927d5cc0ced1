import type { MemoryOperation } from '../../arch/index.js';
import { getEventQueue, UNIT } from '../context.js';
import { getCounterIndex, LOADS } from '../counters.js';
import { assert } from '../kernel/assert.js';
import { NO_QUEUE } from '../kernel/index.js';
import { PATH, type Wave } from '../wave.js';

/**
 * Keeps the accesses of a wave in order. They share one path and take effect in issue order, because compiled code
 * loads what it has just stored without waiting in between. Each counter is decremented in order. If MEM_ORDERED is
 * off, images have a separate path; GFX9 lacks this bit and always keeps accesses in order. Scalar loads can return in
 * any order, so it only makes sense to wait for all of them (pops.md 7; traps.md).
 */
export class ReturnOrder {
  /**
   * Returns the first cycle at or after `earliest` in which an access may be performed without overtaking others on its
   * path.
   */
  perform(wave: Wave, operation: MemoryOperation, earliest: number): number {
    const path = returnsSeparately(wave, operation) ? PATH.image : LOADS;
    return keepInOrder(wave.paths.performedAt, operation, path, earliest);
  }

  /** Like `perform`, but for decrementing the counter. */
  return(wave: Wave, operation: MemoryOperation, earliest: number): number {
    const path = getCounterIndex(operation.counter);
    const isSeparate = path === LOADS && returnsSeparately(wave, operation);
    return keepInOrder(wave.paths.returnedAt, operation, isSeparate ? PATH.image : path, earliest);
  }

  /** Returns the queue in which a wave's accesses are performed, or `NO_QUEUE` if they may overtake one another. */
  performQueue(wave: Wave, operation: MemoryOperation): number {
    return this.getQueue(UNIT.PERFORM, wave, operation, LOADS);
  }

  /** Like `performQueue`, but for decrementing the counter. */
  returnQueue(wave: Wave, operation: MemoryOperation): number {
    return this.getQueue(UNIT.RETURN, wave, operation, getCounterIndex(operation.counter));
  }

  private getQueue(unit: number, wave: Wave, operation: MemoryOperation, path: number): number {
    if (operation.space === 'scalar') return NO_QUEUE;
    return getEventQueue(
      unit,
      wave.index,
      path === LOADS && returnsSeparately(wave, operation) ? PATH.image : path,
    );
  }
}

function returnsSeparately({ work }: Wave, { space }: MemoryOperation): boolean {
  return work.imagesReturnSeparately && space === 'image';
}

function keepInOrder(last: Float64Array, { space }: MemoryOperation, path: number, earliest: number): number {
  if (space === 'scalar') return earliest;
  const cycle = Math.max(earliest, last[path] + 1);
  assert(Number.isInteger(cycle), "the operation's cycle is valid");
  last[path] = cycle;
  return cycle;
}
