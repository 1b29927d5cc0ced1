import { Edges } from '../../../rtl-model/sc/edges.js';

/** The corners of the smallest triangle, clockwise from its top-left corner, the only one that it covers. */
const [CORNER, RIGHT, BELOW] = [
  [128, 128],
  [129, 128],
  [128, 129],
] as const;

it.each([
  ['clockwise', [...CORNER, ...RIGHT, ...BELOW]],
  ['anticlockwise', [...CORNER, ...BELOW, ...RIGHT]],
])('the smallest triangle, wound %s, only covers its top-left point', (_, corners) => {
  const edges = new Edges();
  expect(edges.set(corners, 0, 3)).toBe(true);
  const isInside = ([x, y]: readonly [number, number]): boolean =>
    [0, 1, 2].every((edge) => edges.a[edge]! * x + edges.b[edge]! * y + edges.c[edge]! >= 0);
  expect([CORNER, RIGHT, BELOW].map(isInside)).toEqual([true, false, false]);
});

it('an outline with no area covers nothing', () => {
  expect(new Edges().set([0, 0, 256, 256, 512, 512], 0, 3)).toBe(false);
});
