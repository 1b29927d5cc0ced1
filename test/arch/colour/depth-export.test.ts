import { expect, it } from 'vitest';
import { depthExportPlace, EXPORT_FORMAT } from '../../../arch/index.js';

const placesOf = (format: number) =>
  (['depth', 'stencil', 'mask'] as const).map((value) => {
    const place = depthExportPlace(format, value);
    return place === undefined ? undefined : [place.word, place.bit];
  });

it('has depth, stencil and mask in separate words where components have 32 bits', () => {
  expect(placesOf(EXPORT_FORMAT.R32)).toEqual([[0, 0], undefined, undefined]);
  expect(placesOf(EXPORT_FORMAT.GR32)).toEqual([[0, 0], [1, 0], undefined]);
  expect(placesOf(EXPORT_FORMAT.ABGR32)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
});

it('has stencil from bit 16 of the first word and the mask in the second, and no depth, where they have 16', () => {
  expect(placesOf(EXPORT_FORMAT.UINT16)).toEqual([undefined, [0, 16], [1, 0]]);
});

it('has nothing where nothing is exported', () => {
  expect(placesOf(EXPORT_FORMAT.NONE)).toEqual([undefined, undefined, undefined]);
});
