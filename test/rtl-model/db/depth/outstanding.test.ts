import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OutstandingTests } from '../../../../rtl-model/db/depth/outstanding.js';
import { QUAD_COLUMN, QUAD_COLUMNS } from '../../../../transactions/index.js';

const EDGE = 18;

interface QuadPosition {
  readonly x: number;
  readonly y: number;
  /** Log2 of the fragment width in pixels. */
  readonly rateX: number;
  /** Log2 of the fragment height in pixels. */
  readonly rateY: number;
}

/** Quad positions at any shading rate, aligned to the quad's size. */
const positions = fc
  .record({ column: fc.nat(8), row: fc.nat(8), rateX: fc.nat(2), rateY: fc.nat(2) })
  .map(({ column, row, rateX, rateY }) => ({
    x: (2 * column) & -(2 << rateX),
    y: (2 * row) & -(2 << rateY),
    rateX,
    rateY,
  }));

function makeQuad({ x, y, rateX, rateY }: QuadPosition): Int32Array {
  const quad = new Int32Array(QUAD_COLUMNS);
  quad[QUAD_COLUMN.X] = x;
  quad[QUAD_COLUMN.Y] = y;
  quad[QUAD_COLUMN.RATE] = rateX | (rateY << 2);
  return quad;
}

/** Returns whether two quads share a pixel. */
function sharePixel(a: QuadPosition, b: QuadPosition): boolean {
  const overlapsX = a.x < b.x + (2 << b.rateX) && b.x < a.x + (2 << a.rateX);
  const overlapsY = a.y < b.y + (2 << b.rateY) && b.y < a.y + (2 << a.rateY);
  return overlapsX && overlapsY;
}

it('a quad waits if and only if it shares a pixel with a quad that has a pending test, at any shading rate', () => {
  fc.assert(
    fc.property(fc.array(positions, { maxLength: 6 }), fc.nat(6), positions, (counted, done, candidate) => {
      const tests = new OutstandingTests(EDGE, EDGE);
      for (const position of counted) tests.count(makeQuad(position), 0, 1);
      for (const position of counted.slice(0, done)) tests.count(makeQuad(position), 0, -1);
      const waiting = counted.slice(done);
      expect(tests.overlapsQuad(makeQuad(candidate), 0)).toBe(
        waiting.some((position) => sharePixel(position, candidate)),
      );
    }),
    { numRuns: 500 },
  );
});
