import type { Gfx } from '../../../arch/index.js';
import { findRegisterField, getFieldOrZero, usesAlphaToCoverage } from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { type DepthState, readDepthState } from './depth-state.js';

/** What the early test does with a quad. The late test makes the final decision in every mode except `WRITE`. */
export const EARLY = {
  NONE: 0,
  /** Failing samples are dropped. Nothing is written. */
  TEST: 1,
  /** Like `TEST`, but the result is also written, so there is no late test. */
  WRITE: 2,
  /** Pixels are dropped only if all their samples fail. Nothing is written. */
  PIXELS: 3,
} as const;
export type EarlyMode = (typeof EARLY)[keyof typeof EARLY];

/** The depth comparisons for which an early failure is final, indexed by CONSERVATIVE_Z_EXPORT. */
const FINAL_FAILURES: readonly (readonly number[])[] = [[], [4, 6], [1, 3], []];

/** Returns a draw's tests, or undefined if there are none and every sample passes. */
export function planDepthTests(gfx: Gfx, draw: Draw) {
  const state = readDepthState(gfx, draw);
  if (!state.testsDepth && !state.testsStencil) return undefined;
  const flag = (name: string): boolean => findRegisterField(gfx, draw.registers, name) === 1;
  return {
    state,
    early: chooseEarlyMode(gfx, draw, state),
    /** Whether the late test uses the depth that the shader exports through MRTZ. */
    exportsDepth: flag('DB_SHADER_CONTROL.Z_EXPORT_ENABLE'),
    exportsStencilReference: flag('DB_SHADER_CONTROL.STENCIL_TEST_VAL_EXPORT_ENABLE'),
    exportsStencilOperand: flag('DB_SHADER_CONTROL.STENCIL_OP_VAL_EXPORT_ENABLE'),
    exportsMask: flag('DB_SHADER_CONTROL.MASK_EXPORT_ENABLE'),
  };
}

/** A draw's depth and stencil tests, and when they run. */
export type DepthPlan = Readonly<NonNullable<ReturnType<typeof planDepthTests>>>;

/** Chooses the mode by applying the rules documented on `Scenario.depthBuffer` in order. */
function chooseEarlyMode(gfx: Gfx, draw: Draw, state: DepthState): EarlyMode {
  const field = (name: string): number => getFieldOrZero(gfx, draw.registers, `DB_SHADER_CONTROL.${name}`);
  if (field('DEPTH_BEFORE_SHADER') === 1) return EARLY.WRITE;
  const exportsStencil =
    field('STENCIL_TEST_VAL_EXPORT_ENABLE') === 1 || field('STENCIL_OP_VAL_EXPORT_ENABLE') === 1;
  const exportsDepth = field('Z_EXPORT_ENABLE') === 1;
  if (field('Z_ORDER') === 0) {
    const mayDrop = field('EXEC_ON_HIER_FAIL') === 0 && !exportsDepth && !exportsStencil;
    return mayDrop ? EARLY.PIXELS : EARLY.NONE;
  }
  if (exportsStencil) return EARLY.NONE;
  if (exportsDepth) {
    const isFinal = FINAL_FAILURES[field('CONSERVATIVE_Z_EXPORT')].includes(state.func);
    return isFinal && !state.testsStencil ? EARLY.TEST : EARLY.NONE;
  }
  return mayDropSamples(gfx, field, draw) ? EARLY.TEST : EARLY.WRITE;
}

/** Returns whether the shader or alpha-to-coverage may still remove samples after the early test. */
function mayDropSamples(gfx: Gfx, field: (name: string) => number, { registers }: Draw): boolean {
  return (
    field('KILL_ENABLE') === 1 ||
    field('COVERAGE_TO_MASK_ENABLE') === 1 ||
    field('MASK_EXPORT_ENABLE') === 1 ||
    usesAlphaToCoverage(gfx, registers)
  );
}
