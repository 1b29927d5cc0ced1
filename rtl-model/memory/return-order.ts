import type { MemoryOperation } from '../../arch/index.js';
import { getEventQueue, UNIT } from '../context.js';
import { getCounterIndex, LOADS } from '../counters.js';
import { CONNECTIONS, type FieldRules } from '../fingerprint/field-rule.js';
import { assert } from '../kernel/assert.js';
import { NO_QUEUE } from '../kernel/index.js';
import { PATH, type Wave } from '../wave.js';

/**
 * Keeps the accesses of a wave in order. They share one path and take effect in issue order, because
 * compilers load what they have just stored without waiting. Each counter is decremented in order. If MEM_ORDERED
 * is off, images have a separate path; GFX9 has no such bit and keeps all accesses in order. Scalar loads
 * return in any order, so the only meaningful wait is for all of them (pops.md 7; traps.md).
 */
export class ReturnOrder {
  /** How each field contributes to the state fingerprint. */
  static readonly fingerprint: FieldRules<ReturnOrder> = CONNECTIONS;

  /** Returns the first cycle at or after `earliest` in which an access may be performed. Its path stays in order. */
  perform(wave: Wave, operation: MemoryOperation, earliest: number): number {
    const path = returnsSeparately(wave, operation) ? PATH.image : LOADS;
    return keepInOrder(wave.paths.lastPerform, operation, path, earliest);
  }

  /** Like `perform`, but for the decrement of the counter. */
  return(wave: Wave, operation: MemoryOperation, earliest: number): number {
    const path = getCounterIndex(operation.counter);
    const isSeparate = path === LOADS && returnsSeparately(wave, operation);
    return keepInOrder(wave.paths.lastReturn, operation, isSeparate ? PATH.image : path, earliest);
  }

  /** Returns the queue in which a wave's accesses are performed, or `NO_QUEUE` if they may overtake one another. */
  performQueue(wave: Wave, operation: MemoryOperation): number {
    return this.getQueue(UNIT.PERFORM, wave, operation, LOADS);
  }

  /** Like `performQueue`, but for the decrement of the counter. */
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
