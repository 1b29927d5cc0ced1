import { describe, expect, it } from 'vitest';
import { depthPlanOf, EARLY } from '../../../../rtl-model/db/depth/depth-plan.js';
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

function stageOf(shaderControl: number, depthControl = Z_TEST | LESS, more: Record<string, number> = {}) {
  const registers = { DB_SHADER_CONTROL: shaderControl, DB_DEPTH_CONTROL: depthControl, ...more };
  return depthPlanOf('gfx10.3', scene({ draw: { registers } }).draws[0])?.early;
}

describe('the stage of depth and stencil tests', () => {
  it('is one of four', () => {
    expect(new Set(Object.values(EARLY)).size).toBe(4);
  });

  it('does not exist if neither test is on', () => {
    expect(stageOf(BEFORE_SHADER, LESS)).toBeUndefined();
  });

  it('defaults to that of a DB_SHADER_CONTROL of 0', () => {
    const registers = { DB_DEPTH_CONTROL: Z_TEST | LESS };
    expect(depthPlanOf('gfx10.3', scene({ draw: { registers } }).draws[0])?.early).toBe(EARLY.PIXELS);
  });

  it('precedes the shader if forced, whatever the shader exports or kills', () => {
    expect(stageOf(BEFORE_SHADER | KILL | Z_EXPORT)).toBe(EARLY.WRITE);
  });

  it('precedes the shader for an early order, and then writes only if the shader keeps all samples', () => {
    expect(stageOf(EARLY_Z)).toBe(EARLY.WRITE);
    expect(stageOf(EARLY_Z | KILL)).toBe(EARLY.TEST);
    expect(stageOf(EARLY_Z | COVERAGE_TO_MASK)).toBe(EARLY.TEST);
    expect(stageOf(EARLY_Z | MASK_EXPORT)).toBe(EARLY.TEST);
    expect(stageOf(EARLY_Z, Z_TEST | LESS, { DB_ALPHA_TO_MASK: 1 })).toBe(EARLY.TEST);
    expect(stageOf(EARLY_Z | ALPHA_OFF, Z_TEST | LESS, { DB_ALPHA_TO_MASK: 1 })).toBe(EARLY.WRITE);
  });

  it('is late for an exported depth, unless its bound makes an early failure final', () => {
    expect(stageOf(EARLY_Z | Z_EXPORT)).toBe(EARLY.NONE);
    expect(stageOf(EARLY_Z | Z_EXPORT | EXPORTS_GREATER)).toBe(EARLY.TEST);
    expect(stageOf(EARLY_Z | Z_EXPORT | EXPORTS_LESS)).toBe(EARLY.NONE);
    expect(stageOf(EARLY_Z | Z_EXPORT | EXPORTS_LESS, Z_TEST | GREATER)).toBe(EARLY.TEST);
    expect(stageOf(EARLY_Z | Z_EXPORT | EXPORTS_GREATER, Z_TEST | LESS | STENCIL)).toBe(EARLY.NONE);
  });

  it.each([
    [0, []],
    [EXPORTS_LESS, [4, 6]],
    [EXPORTS_GREATER, [1, 3]],
    [EXPORTS_LESS | EXPORTS_GREATER, []],
  ])('an exported depth with the bound %i is decided early only by the comparisons %j', (bound, settled) => {
    const comparisons = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(
      comparisons.filter((func) => stageOf(EARLY_Z | Z_EXPORT | bound, Z_TEST | (func << 4)) !== EARLY.NONE),
    ).toEqual(settled);
  });

  it('is late for an exported stencil value, reference or operand, and drops nothing early', () => {
    for (const exported of [STENCIL_EXPORT, STENCIL_OPERAND_EXPORT]) {
      expect(stageOf(EARLY_Z | exported, Z_TEST | LESS | STENCIL)).toBe(EARLY.NONE);
      expect(stageOf(exported, Z_TEST | LESS | STENCIL)).toBe(EARLY.NONE);
    }
  });

  it('is late for a late order; then whole pixels may be dropped early only if failing ones need not run', () => {
    expect(stageOf(EXEC_ON_HIER_FAIL)).toBe(EARLY.NONE);
    expect(stageOf(0)).toBe(EARLY.PIXELS);
    expect(stageOf(Z_EXPORT)).toBe(EARLY.NONE);
  });
});
