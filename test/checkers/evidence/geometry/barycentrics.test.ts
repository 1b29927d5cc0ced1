import { Barycentrics } from '../../../../checkers/evidence/geometry/barycentrics.js';

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
