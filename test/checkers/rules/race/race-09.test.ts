import { expect, test } from 'vitest';
import type { MemoryIssued } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';
import { QUAD } from './support/loads.js';

test('fires when a store and a load of the same word are performed out of issue order', () => {
  const performInOrder = (first: number, second: number, space: 'buffer' | 'image' = 'buffer'): Stream => {
    const registers = { SPI_SHADER_PGM_RSRC1_PS: 0 };
    const stream = new Stream(scene({ draw: { registers } })).form([QUAD]);
    const accesses = [stream.issue({ wave: 0, operation: 'store' }), stream.issue({ wave: 0 })];
    const load = stream.transactions.pop() as MemoryIssued;
    stream.add({ ...load, space });
    return stream.perform(0, accesses[first]).perform(0, accesses[second]);
  };
  expect(firedRules(performInOrder(1, 0).judge())).toContain('RACE-09');
  expect(firedRules(performInOrder(0, 1).judge())).not.toContain('RACE-09');
  // Image accesses may overtake other accesses if MEM_ORDERED is off.
  expect(firedRules(performInOrder(1, 0, 'image').judge())).not.toContain('RACE-09');
});

test('allows accesses that share no byte or are all loads to overtake each other', () => {
  const stream = new Stream(scene()).form([QUAD]);
  const [load, secondLoad] = [stream.issue({ wave: 0 }), stream.issue({ wave: 0 })];
  expect(firedRules(stream.perform(0, secondLoad).perform(0, load).judge())).not.toContain('RACE-09');
  const elsewhere = new Stream(scene()).form([QUAD]);
  const store = elsewhere.issue({ wave: 0, operation: 'store', base: 0x40_0000 });
  const other = elsewhere.issue({ wave: 0 });
  expect(firedRules(elsewhere.perform(0, other).perform(0, store).judge())).not.toContain('RACE-09');
});
