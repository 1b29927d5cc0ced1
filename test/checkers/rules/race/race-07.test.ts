import { DEALLOC_VGPRS } from '../../../../arch/index.js';
import type { MemoryIssued } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/**
 * Returns whether RACE-07 fires if a wave releases its registers after an access that is still outstanding unless
 * `isPerformed` is set.
 */
function fires(
  operation: MemoryIssued['operation'],
  space: MemoryIssued['space'],
  isPerformed: boolean,
): boolean {
  const stream = new Stream(scene({ chip: 'navi31' })).form([{ x: 0, y: 0, primitive: 0 }]);
  const access = stream.issue({ wave: 0, operation });
  const issued = stream.transactions.pop() as MemoryIssued;
  stream.add({ ...issued, space });
  if (isPerformed) stream.perform(0, access);
  return listFiredRules(stream.sendMessage(0, DEALLOC_VGPRS).judge()).includes('RACE-07');
}

it('fires for outstanding stores to scratch memory, which is released with the registers', () => {
  expect(fires('store', 'scratch', false)).toBe(true);
  expect(fires('store', 'scratch', true)).toBe(false);
});

it('does not fire for other stores, nor for loads and atomics, which the release waits for', () => {
  expect(fires('store', 'buffer', false)).toBe(false);
  for (const space of ['buffer', 'scalar', 'scratch'] as const)
    expect(fires('load', space, false)).toBe(false);
  expect(fires('atomic', 'buffer', false)).toBe(false);
});
