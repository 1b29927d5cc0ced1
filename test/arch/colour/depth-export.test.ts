import { expect, it } from 'vitest';
import { depthExportPlace, EXPORT_FORMAT } from '../../../arch/index.js';

const placesOf = (format: number) =>
  (['depth', 'stencil', 'mask'] as const).map((value) => {
    const place = depthExportPlace(format, value);
    return place === undefined ? undefined : [place.word, place.bit];
  });

it('puts depth, stencil and mask in separate 32-bit words', () => {
  expect(placesOf(EXPORT_FORMAT.R32)).toEqual([[0, 0], undefined, undefined]);
  expect(placesOf(EXPORT_FORMAT.GR32)).toEqual([[0, 0], [1, 0], undefined]);
  expect(placesOf(EXPORT_FORMAT.ABGR32)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
});

it('puts 16-bit stencil in the upper half of the first word and the mask in the second, without depth', () => {
  expect(placesOf(EXPORT_FORMAT.UINT16)).toEqual([undefined, [0, 16], [1, 0]]);
});

it('has no places if nothing is exported', () => {
  expect(placesOf(EXPORT_FORMAT.NONE)).toEqual([undefined, undefined, undefined]);
});
