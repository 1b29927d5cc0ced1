import type { MemoryOperation } from '../../arch/index.js';
import type { FaultTable } from '../context.js';
import { NO_QUEUE } from '../kernel/index.js';
import type { Wave } from '../wave.js';

/** Determines the order in which a wave's accesses take effect and return. */
export interface OrderBoundary {
  /** The first cycle at or after `earliest` in which an access may be performed. */
  perform: (wave: Wave, operation: MemoryOperation, earliest: number) => number;
  /** The first cycle at or after `earliest` in which an access's counter may be decremented. */
  return: (wave: Wave, operation: MemoryOperation, earliest: number) => number;
  /** The queue in which a wave's accesses are performed. */
  performQueue: (wave: Wave, operation: MemoryOperation) => number;
  /** The queue in which the counters of a wave's accesses are decremented. */
  returnQueue: (wave: Wave, operation: MemoryOperation) => number;
}

/** Keeps only the selected accesses in issue order. */
export function keepOrderOnlyFor(
  keepsOrder: (operation: MemoryOperation) => boolean,
): (order: OrderBoundary) => OrderBoundary {
  return (order) => {
    const perform = order.perform.bind(order);
    const returnCycle = order.return.bind(order);
    const performQueue = order.performQueue.bind(order);
    const returnQueue = order.returnQueue.bind(order);
    return {
      perform: (wave, operation, earliest) =>
        keepsOrder(operation) ? perform(wave, operation, earliest) : earliest,
      return: (wave, operation, earliest) =>
        keepsOrder(operation) ? returnCycle(wave, operation, earliest) : earliest,
      performQueue: (wave, operation) => (keepsOrder(operation) ? performQueue(wave, operation) : NO_QUEUE),
      returnQueue: (wave, operation) => (keepsOrder(operation) ? returnQueue(wave, operation) : NO_QUEUE),
    };
  };
}

/** Ordering faults. */
export const ORDER_FAULTS: FaultTable<OrderBoundary> = {
  F63: keepOrderOnlyFor(({ access }) => access !== 'load'),
};
