import { listCoveredPixels } from '../../transactions/index.js';

it('listCoveredPixels lists the pixels of covered lanes, and the partially covered pixels of coarse fragments', () => {
  const fine = [4, 6, 9, 1, 0x30000, 0, 0];
  // These fragments cover 2x1 pixels each. Only coverage bit 1 of the second fragment in the lower row is set.
  const coarse = [8, 2, 10, 0, 0x20000, 0, 1];
  const quads = Int32Array.from([...fine, ...coarse]);
  const listPixels = (samples: number) => listCoveredPixels({ quads, quadCount: 2 }, samples);
  expect(listPixels(1)).toEqual([
    { x: 4, y: 6, primitive: 9, lane: 0 },
    { x: 5, y: 7, primitive: 9, lane: 3 },
    { x: 11, y: 3, primitive: 10, lane: 7 },
  ]);
  expect(listPixels(2).at(-1)).toEqual({ x: 10, y: 3, primitive: 10, lane: 7 });
});
