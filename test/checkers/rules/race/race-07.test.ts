import { expect, it } from 'vitest';
import { assembleProgram, DEALLOC_VGPRS } from '../../../../arch/index.js';
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

it('fires for outstanding loads and for any outstanding scratch access', () => {
  expect(fires('load', 'buffer', false)).toBe(true);
  expect(fires('store', 'scratch', false)).toBe(true);
});

it('does not fire for stores to other memory, scalar loads or performed accesses', () => {
  expect(fires('store', 'buffer', false)).toBe(false);
  expect(fires('load', 'scalar', false)).toBe(false);
  expect(fires('load', 'buffer', true)).toBe(false);
  expect(fires('store', 'scratch', true)).toBe(false);
});

it('fires only for outstanding atomics that return the old value', () => {
  const firesForAtomic = (modifiers: string): boolean => {
    const baseScene = scene({ chip: 'navi31' });
    const text = `buffer_atomic_add_u32 v1, v2, s[0:3], 0 offen${modifiers}\ns_endpgm`;
    const words = assembleProgram(text, 'gfx11');
    const stream = new Stream({ ...baseScene, programs: [{ ...baseScene.programs[0], words }] });
    stream.form([{ x: 0, y: 0, primitive: 0 }]);
    stream.issue({ wave: 0, operation: 'atomic', pc: 0, counter: modifiers === '' ? 'vs' : 'vm' });
    return listFiredRules(stream.sendMessage(0, DEALLOC_VGPRS).judge()).includes('RACE-07');
  };
  expect(firesForAtomic(' glc')).toBe(true);
  expect(firesForAtomic('')).toBe(false);
});
