import { expect, it } from 'vitest';
import { coveredPixels } from '../../transactions/index.js';

it('names the pixels of covered lanes, and all fine pixels of a coarse fragment', () => {
  const fine = [4, 6, 9, 1, 0x30000, 0, 0];
  // Fragments of 2x1 pixels; the second one of the lower row is covered.
  const coarse = [8, 2, 10, 0, 0x20000, 0, 1];
  const quads = Int32Array.from([...fine, ...coarse]);
  expect(coveredPixels({ quads, quadCount: 2 })).toEqual([
    { x: 4, y: 6, primitive: 9, lane: 0 },
    { x: 5, y: 7, primitive: 9, lane: 3 },
    { x: 10, y: 3, primitive: 10, lane: 7 },
    { x: 11, y: 3, primitive: 10, lane: 7 },
  ]);
});
