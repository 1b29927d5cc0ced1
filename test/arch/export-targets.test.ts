import { expect, test } from 'vitest';
import {
  alphaDecidesCoverage,
  coverageAlphaTarget,
  EXPORT_TARGET,
  EXPORT_TYPES,
  exportTypeRanks,
} from '../../arch/index.js';

const { MRT0, MRTZ } = EXPORT_TARGET;
const COVERAGE_TO_MASK = { DB_SHADER_CONTROL: 1 << 7 };

test.each([
  ['gfx9', {}, MRT0],
  ['gfx10', {}, MRT0],
  ['gfx10.3', {}, MRT0],
  ['gfx10.3', COVERAGE_TO_MASK, MRTZ],
  ['gfx11', {}, MRTZ],
] as const)(
  'alpha that decides coverage beside an exported depth on %s with %o is of target %i',
  (...given) => {
    const [gfx, registers, target] = given;
    expect(coverageAlphaTarget(gfx, registers, true)).toBe(target);
    expect(coverageAlphaTarget(gfx, registers, false)).toBe(MRT0);
  },
);

test('alpha decides coverage where it is enabled and not overridden', () => {
  const [on, overridden] = [{ DB_ALPHA_TO_MASK: 1 }, { DB_SHADER_CONTROL: 1 << 11 }];
  const decided = [{}, on, { ...on, ...overridden }, overridden].map((each) =>
    alphaDecidesCoverage('gfx10.3', each),
  );
  expect(decided).toEqual([false, true, false, false]);
});

test('types are granted by default as positions, colours, parameters and global data, in that order (P-084)', () => {
  const ranks = exportTypeRanks(0);
  const inOrder = EXPORT_TYPES.toSorted(
    (a, b) => ranks[EXPORT_TYPES.indexOf(a)] - ranks[EXPORT_TYPES.indexOf(b)],
  );
  expect(inOrder).toEqual(['position', 'colour', 'parameter', 'gds']);
});

test('each of 24 numbers names another order of the types', () => {
  const orders = Array.from({ length: 24 }, (_, order) => exportTypeRanks(order));
  for (const ranks of orders) expect(ranks.toSorted()).toEqual([0, 1, 2, 3]);
  expect(new Set(orders.map(String)).size).toBe(24);
});
