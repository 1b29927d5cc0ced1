import { expect, it } from 'vitest';
import { DEALLOC_VGPRS } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';
import { scene } from '../support/scenes.js';
import { firedRules, Stream } from '../support/stream.js';

/** A wave that gives its registers back behind an access, performed before or not. */
function fires(
  operation: MemoryIssued['operation'],
  space: MemoryIssued['space'],
  performed: boolean,
): boolean {
  const stream = new Stream(scene({ chip: 'navi31' })).form([{ x: 0, y: 0, primitive: 0 }]);
  const access = stream.issue({ wave: 0, operation });
  const issued = stream.transactions.pop() as MemoryIssued;
  stream.add({ ...issued, space });
  if (performed) stream.perform(0, access);
  return firedRules(stream.message(0, DEALLOC_VGPRS).judge()).includes('RACE-07');
}

it('fires for outstanding loads and for anything outstanding in private memory', () => {
  expect(fires('load', 'buffer', false)).toBe(true);
  expect(fires('store', 'scratch', false)).toBe(true);
});

it('is silent on stores to other memory, on scalar loads, and on what was performed', () => {
  expect(fires('store', 'buffer', false)).toBe(false);
  expect(fires('load', 'scalar', false)).toBe(false);
  expect(fires('load', 'buffer', true)).toBe(false);
  expect(fires('store', 'scratch', true)).toBe(false);
});
