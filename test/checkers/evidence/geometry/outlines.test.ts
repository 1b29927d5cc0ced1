import { createOutline } from '../../support/outlines.js';

const POINTS = { VGT_PRIMITIVE_TYPE: 1 };
const LINES = { VGT_PRIMITIVE_TYPE: 2 };
const SQUARE_ENDS = { PA_SC_LINE_CNTL: 1 << 11 };

const createPoint = (x: number, y: number): number[] => [x, y, x, y, x, y];
const createLine = (x0: number, y0: number, x1: number, y1: number): number[] => [x0, y0, x1, y1, x1, y1];

test('points of size 0 and lines of width or length 0 cover nothing', () => {
  expect(createOutline(createPoint(512, 512), 0, { ...POINTS, PA_SU_POINT_SIZE: 0 })).toBeUndefined();
  expect(createOutline(createPoint(512, 512), 0, { ...POINTS, PA_SU_POINT_SIZE: 8 << 16 })).toBeUndefined();
  expect(createOutline(createLine(0, 0, 512, 512), 0, { ...LINES, PA_SU_LINE_CNTL: 0 })).toBeUndefined();
  for (const ends of [{}, SQUARE_ENDS])
    expect(
      createOutline(createLine(9, 9, 9, 9), 0, { ...LINES, ...ends, PA_SU_LINE_CNTL: 8 }),
    ).toBeUndefined();
});

test('points and lines are one pixel wide by default', () => {
  const onePixel = { PA_SU_POINT_SIZE: (8 << 16) | 8, PA_SU_LINE_CNTL: 8 };
  for (const [shape, kind] of [
    [createPoint(512, 512), POINTS],
    [createLine(0, 0, 512, 512), LINES],
  ] as const)
    expect(createOutline(shape, 0, kind)).toEqual(createOutline(shape, 0, { ...kind, ...onePixel }));
});
