import { EARLY, planDepthTests } from '../../../../rtl-model/db/depth/depth-plan.js';
import { scene } from '../../../checkers/support/scenes.js';

const Z_TEST = 1 << 1;
const LESS = 1 << 4;
const GREATER = 4 << 4;
const STENCIL = 1;

const Z_EXPORT = 1;
const STENCIL_EXPORT = 1 << 1;
const STENCIL_OPERAND_EXPORT = 1 << 2;
const EARLY_Z = 1 << 4;
const KILL = 1 << 6;
const COVERAGE_TO_MASK = 1 << 7;
const MASK_EXPORT = 1 << 8;
const EXEC_ON_HIER_FAIL = 1 << 9;
const ALPHA_OFF = 1 << 11;
const BEFORE_SHADER = 1 << 12;
const EXPORTS_LESS = 1 << 13;
const EXPORTS_GREATER = 2 << 13;

function getEarlyMode(
  shaderControl: number,
  depthControl = Z_TEST | LESS,
  registerValues: Record<string, number> = {},
) {
  const registers = { DB_SHADER_CONTROL: shaderControl, DB_DEPTH_CONTROL: depthControl, ...registerValues };
  return planDepthTests('gfx10.3', scene({ draw: { registers } }).draws[0])?.early;
}

describe('the early depth and stencil test', () => {
  it('has one of four modes', () => {
    expect(new Set(Object.values(EARLY)).size).toBe(4);
  });

  it('is absent when neither test is enabled', () => {
    expect(getEarlyMode(BEFORE_SHADER, LESS)).toBeUndefined();
  });

  it('defaults to the mode selected by a DB_SHADER_CONTROL of 0', () => {
    const registers = { DB_DEPTH_CONTROL: Z_TEST | LESS };
    expect(planDepthTests('gfx10.3', scene({ draw: { registers } }).draws[0])?.early).toBe(EARLY.PIXELS);
  });

  it('writes when forced, regardless of what the shader exports or kills', () => {
    expect(getEarlyMode(BEFORE_SHADER | KILL | Z_EXPORT)).toBe(EARLY.WRITE);
  });

  it('runs in early order, but writes only if the shader keeps all samples', () => {
    expect(getEarlyMode(EARLY_Z)).toBe(EARLY.WRITE);
    expect(getEarlyMode(EARLY_Z | KILL)).toBe(EARLY.TEST);
    expect(getEarlyMode(EARLY_Z | COVERAGE_TO_MASK)).toBe(EARLY.TEST);
    expect(getEarlyMode(EARLY_Z | MASK_EXPORT)).toBe(EARLY.TEST);
    expect(getEarlyMode(EARLY_Z, Z_TEST | LESS, { DB_ALPHA_TO_MASK: 1 })).toBe(EARLY.TEST);
    expect(getEarlyMode(EARLY_Z | ALPHA_OFF, Z_TEST | LESS, { DB_ALPHA_TO_MASK: 1 })).toBe(EARLY.WRITE);
  });

  it('does not run if the shader exports depth, unless a bound makes early failures final', () => {
    expect(getEarlyMode(EARLY_Z | Z_EXPORT)).toBe(EARLY.NONE);
    expect(getEarlyMode(EARLY_Z | Z_EXPORT | EXPORTS_GREATER)).toBe(EARLY.TEST);
    expect(getEarlyMode(EARLY_Z | Z_EXPORT | EXPORTS_LESS)).toBe(EARLY.NONE);
    expect(getEarlyMode(EARLY_Z | Z_EXPORT | EXPORTS_LESS, Z_TEST | GREATER)).toBe(EARLY.TEST);
    expect(getEarlyMode(EARLY_Z | Z_EXPORT | EXPORTS_GREATER, Z_TEST | LESS | STENCIL)).toBe(EARLY.NONE);
  });

  it.each([
    [0, []],
    [EXPORTS_LESS, [4, 6]],
    [EXPORTS_GREATER, [1, 3]],
    [EXPORTS_LESS | EXPORTS_GREATER, []],
  ])('with an exported depth and bound %i, runs only for comparisons %j', (bound, expected) => {
    const comparisons = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(
      comparisons.filter(
        (func) => getEarlyMode(EARLY_Z | Z_EXPORT | bound, Z_TEST | (func << 4)) !== EARLY.NONE,
      ),
    ).toEqual(expected);
  });

  it('does not run for an exported stencil reference or operand', () => {
    for (const exported of [STENCIL_EXPORT, STENCIL_OPERAND_EXPORT]) {
      expect(getEarlyMode(EARLY_Z | exported, Z_TEST | LESS | STENCIL)).toBe(EARLY.NONE);
      expect(getEarlyMode(exported, Z_TEST | LESS | STENCIL)).toBe(EARLY.NONE);
    }
  });

  it('can only drop whole pixels in late order, and only if failing pixels need not be shaded', () => {
    expect(getEarlyMode(EXEC_ON_HIER_FAIL)).toBe(EARLY.NONE);
    expect(getEarlyMode(0)).toBe(EARLY.PIXELS);
    expect(getEarlyMode(Z_EXPORT)).toBe(EARLY.NONE);
  });
});
