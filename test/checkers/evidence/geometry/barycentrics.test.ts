import fc from 'fast-check';
import { Barycentrics } from '../../../../checkers/evidence/geometry/barycentrics.js';

const coordinate = fc.integer({ min: -64 * 256, max: 64 * 256 });
const pixel = fc.integer({ min: 0, max: 63 });

test('barycentrics reproduce any linear attribute at every pixel centre, for either winding', () => {
  const planes = new Barycentrics();
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 6, maxLength: 6 }), pixel, pixel, (vertices, x, y) => {
      const [x0, y0, x1, y1, x2, y2] = vertices;
      fc.pre((x1 - x0) * (y2 - y0) !== (x2 - x0) * (y1 - y0));
      planes.select('triangles', vertices, 0);
      const i = planes.getI(x * 256 + 128, y * 256 + 128);
      const j = planes.getJ(x * 256 + 128, y * 256 + 128);
      const size = 1 + Math.abs(i) + Math.abs(j);
      const interpolate = (p0: number, p1: number, p2: number): number => p0 + i * (p1 - p0) + j * (p2 - p0);
      expect(Math.abs(interpolate(x0, x1, x2) - (x * 256 + 128)) / size).toBeLessThan(0.02);
      expect(Math.abs(interpolate(y0, y1, y2) - (y * 256 + 128)) / size).toBeLessThan(0.02);
    }),
  );
});

test('barycentrics are float32 values', () => {
  const planes = new Barycentrics();
  planes.select('triangles', [0, 0, 3 * 256, 0, 0, 7 * 256], 0);
  expect(planes.getI(128, 128)).toBe(Math.fround(0.5 / 3));
  expect(planes.getJ(128, 128)).toBe(Math.fround(0.5 / 7));
});

test('the first weight goes from 0 to 1 along a line, at any distance from it, and is 0 for a point', () => {
  const planes = new Barycentrics();
  planes.select('lines', [256, 256, 1280, 256, 1280, 256], 0);
  expect([planes.getI(256, 300), planes.getI(512, 0), planes.getI(1280, 256)]).toEqual([0, 0.25, 1]);
  expect(planes.getJ(512, 900)).toBe(0);
  planes.select('points', [256, 256, 256, 256, 256, 256], 0);
  expect([planes.getI(0, 0), planes.getJ(900, 0)]).toEqual([0, 0]);
  expect(planes.isClockwise).toBe(false);
});

test('a zero weight is never -0, on either side of the first vertex', () => {
  const planes = new Barycentrics();
  planes.select('lines', [1024, 1024, 2048, 1024, 0, 0], 0);
  expect(Object.is(planes.getJ(128, 128), 0)).toBe(true);
  planes.select('triangles', [128, 128, 1024, 128, 128, 1024], 0);
  expect([planes.getI(128, 512), planes.getJ(512, 128)].map((weight) => Object.is(weight, 0))).toEqual([
    true,
    true,
  ]);
  planes.select('triangles', [128, 128, 128, 1024, 1024, 128], 0);
  expect([planes.getI(512, 128), planes.getJ(128, 512)].map((weight) => Object.is(weight, 0))).toEqual([
    true,
    true,
  ]);
});
