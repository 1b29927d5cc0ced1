import { getSources } from '../../../../checkers/evidence/program/export-sources.js';

test('an export reads one source per enabled channel', () => {
  expect(getSources({ enabled: 0b1111, compressed: false })).toEqual([0, 1, 2, 3]);
  expect(getSources({ enabled: 0b1010, compressed: false })).toEqual([1, 3]);
  expect(getSources({ enabled: 0, compressed: false })).toEqual([]);
});

test('a compressed export reads one source for each pair of channels with at least one enabled', () => {
  const sources = [0b0001, 0b0010, 0b0100, 0b1000, 0b0110].map((enabled) =>
    getSources({ enabled, compressed: true }),
  );
  expect(sources).toEqual([[0], [0], [1], [1], [0, 1]]);
});
