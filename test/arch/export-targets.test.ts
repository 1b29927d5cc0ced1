import { expect, test } from 'vitest';
import { alphaDecidesCoverage, coverageAlphaTarget, EXPORT_TARGET } from '../../arch/index.js';

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
