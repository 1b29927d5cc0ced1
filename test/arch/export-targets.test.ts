import { expect, test } from 'vitest';
import {
  EXPORT_ORDERS,
  EXPORT_TARGET,
  EXPORT_TYPES,
  getCoverageAlphaTarget,
  getExportTargetRow,
  getExportType,
  getExportTypeRanks,
  usesAlphaToCoverage,
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
  'on %s with %o, coverage comes from the alpha of target %i if depth is exported',
  (gfx, registers, target) => {
    expect(getCoverageAlphaTarget(gfx, registers, true)).toBe(target);
    expect(getCoverageAlphaTarget(gfx, registers, false)).toBe(MRT0);
  },
);

test('alpha determines coverage if enabled and not overridden', () => {
  const [enabled, overridden] = [{ DB_ALPHA_TO_MASK: 1 }, { DB_SHADER_CONTROL: 1 << 11 }];
  const results = [{}, enabled, { ...enabled, ...overridden }, overridden].map((registers) =>
    usesAlphaToCoverage('gfx10.3', registers),
  );
  expect(results).toEqual([false, true, false, false]);
});

test('by default, export types are granted in the order position, colour, parameter, GDS (P-084)', () => {
  const ranks = getExportTypeRanks(0);
  const inOrder = EXPORT_TYPES.toSorted(
    (a, b) => ranks[EXPORT_TYPES.indexOf(a)] - ranks[EXPORT_TYPES.indexOf(b)],
  );
  expect(inOrder).toEqual(['position', 'colour', 'parameter', 'gds']);
});

test('every order of the types is listed once, at the index that encodes it', () => {
  const orders = EXPORT_ORDERS.map((order) => order.join('-'));
  expect(new Set(orders).size).toBe(24);
  for (const order of EXPORT_ORDERS) expect(order.toSorted()).toEqual(EXPORT_TYPES.toSorted());
  expect([orders[1], orders[6], orders[23]]).toEqual([
    'position-colour-gds-parameter',
    'colour-position-parameter-gds',
    'gds-parameter-colour-position',
  ]);
  expect(getExportTypeRanks(8)).toEqual([2, 0, 1, 3]);
});

test('target rows name the targets of each generation', () => {
  const getName = (gfx: 'gfx9' | 'gfx11', target: number) => {
    const row = getExportTargetRow(target);
    return row?.generations.includes(gfx) === true
      ? `${row.name}${row.count > 1 ? target - row.first : ''}`
      : '';
  };
  expect([0, 7, 8, 9, 12, 15, 16, 20, 21, 22, 32, 63].map((target) => getName('gfx9', target))).toEqual([
    'mrt0',
    'mrt7',
    'mrtz',
    'null',
    'pos0',
    'pos3',
    '',
    '',
    '',
    '',
    'param0',
    'param31',
  ]);
  expect([16, 20, 21, 22, 32].map((target) => getName('gfx11', target))).toEqual([
    'pos4',
    'prim',
    'dual_src_blend0',
    'dual_src_blend1',
    '',
  ]);
});

test.each([
  ['gfx9', '10 11 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31'],
  ['gfx10', '10 11 17 18 19 21 22 23 24 25 26 27 28 29 30 31'],
  ['gfx11', `10 11 17 18 19 23 24 25 26 27 28 29 30 31 ${formatRange(32, 63)}`],
] as const)('the unused target numbers on %s are %s', (gfx, unused) => {
  const isUnused = (target: number) => getExportTargetRow(target)?.generations.includes(gfx) !== true;
  expect(
    formatRange(0, 63)
      .split(' ')
      .filter((target) => isUnused(Number(target)))
      .join(' '),
  ).toBe(unused);
});

function formatRange(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).join(' ');
}

test("exports have the type of their target's row, and those to unknown targets count as colour", () => {
  expect([0, 8, 9, 12, 20, 21, 32, 10].map(getExportType)).toEqual([
    'colour',
    'colour',
    'colour',
    'position',
    'position',
    'colour',
    'parameter',
    'colour',
  ]);
});
