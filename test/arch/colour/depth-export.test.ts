import { EXPORT_FORMAT, getDepthExportPosition } from '../../../arch/index.js';

const getPositions = (format: number) =>
  (['depth', 'stencil', 'mask'] as const).map((value) => {
    const position = getDepthExportPosition(format, value);
    return position === undefined ? undefined : [position.word, position.bit];
  });

it('puts depth, stencil and mask in separate 32-bit words', () => {
  expect(getPositions(EXPORT_FORMAT.R32)).toEqual([[0, 0], undefined, undefined]);
  expect(getPositions(EXPORT_FORMAT.GR32)).toEqual([[0, 0], [1, 0], undefined]);
  expect(getPositions(EXPORT_FORMAT.ABGR32)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
});

it('puts a 16-bit stencil in the upper half of the first word and the mask in the second, with no depth', () => {
  expect(getPositions(EXPORT_FORMAT.UINT16)).toEqual([undefined, [0, 16], [1, 0]]);
});

it('returns no positions when nothing is exported', () => {
  expect(getPositions(EXPORT_FORMAT.NONE)).toEqual([undefined, undefined, undefined]);
});
