import type { DepthState, StencilFace } from './depth-state.js';

/** The contents of one sample in the buffer. Unknown values are undefined. */
export interface StoredSample {
  depth: number | undefined;
  stencil: number | undefined;
}

/** Whether a sample passes, or undefined if that depends on unknown values. */
export type SampleResult = boolean | undefined;

/** Compare functions by register value. Each returns whether the new value passes when compared with the stored one. */
const COMPARE: readonly ((incoming: number, stored: number) => boolean)[] = [
  () => false,
  (incoming, stored) => incoming < stored,
  (incoming, stored) => incoming === stored,
  (incoming, stored) => incoming <= stored,
  (incoming, stored) => incoming > stored,
  (incoming, stored) => incoming !== stored,
  (incoming, stored) => incoming >= stored,
  () => true,
];

const MAX_STENCIL = 255;

/** Stencil operations by DB_STENCIL_CONTROL value (enum StencilOp in the register headers). */
const OPERATIONS: readonly ((old: number, face: StencilFace) => number)[] = [
  (old) => old,
  () => 0,
  () => MAX_STENCIL,
  (_, { reference }) => reference,
  (_, { operand }) => operand,
  (old, { operand }) => Math.min(old + operand, MAX_STENCIL),
  (old, { operand }) => Math.max(old - operand, 0),
  (old) => ~old,
  (old, { operand }) => old + operand,
  (old, { operand }) => old - operand,
  (old, { operand }) => old & operand,
  (old, { operand }) => old | operand,
  (old, { operand }) => old ^ operand,
  (old, { operand }) => ~(old & operand),
  (old, { operand }) => ~(old | operand),
  (old, { operand }) => ~(old ^ operand),
];

/** The values a primitive is tested with at a sample. The depth is undefined if it is unknown. */
export interface NewSample {
  readonly depth: number | undefined;
  readonly face: StencilFace;
  readonly stencilKnown: boolean;
}

/** Runs the stencil test, then the depth test. Disabled tests pass. */
export function testSample(state: DepthState, incoming: NewSample, stored: StoredSample): SampleResult {
  const stencil = testStencil(state, incoming, stored);
  return stencil === false ? false : combineResults(stencil, testDepth(state, incoming, stored));
}

function combineResults(first: SampleResult, second: SampleResult): SampleResult {
  if (first === false || second === false) return false;
  return first === undefined || second === undefined ? undefined : true;
}

function testStencil(state: DepthState, { face, stencilKnown }: NewSample, stored: StoredSample) {
  if (!state.testsStencil) return true;
  if (face.compare === 0 || face.compare === 7) return face.compare === 7;
  if (!stencilKnown || stored.stencil === undefined) return undefined;
  return COMPARE[face.compare](face.reference & face.readMask, stored.stencil & face.readMask);
}

function testDepth(state: DepthState, incoming: NewSample, stored: StoredSample): SampleResult {
  if (!state.testsDepth) return true;
  if (state.depthCompare === 0 || state.depthCompare === 7) return state.depthCompare === 7;
  if (incoming.depth === undefined || stored.depth === undefined) return undefined;
  return COMPARE[state.depthCompare](incoming.depth, stored.depth);
}

/**
 * Writes the result of testing a sample. `passed` comes from the reference or, if the reference is inconclusive, from
 * the stream.
 */
export function writeSample(
  state: DepthState,
  incoming: NewSample,
  stored: StoredSample,
  passed: boolean,
): void {
  if (state.testsStencil) stored.stencil = computeStencil(state, incoming, stored, passed);
  if (passed && state.writesDepth) stored.depth = incoming.depth;
}

function computeStencil(state: DepthState, incoming: NewSample, stored: StoredSample, passed: boolean) {
  const { face } = incoming;
  const stencil = passed ? true : testStencil(state, incoming, stored);
  const results = listPossibleOperations(face, stencil, passed).map((operation) =>
    applyOperation(operation, incoming, stored),
  );
  return results.every((result) => result === results[0]) ? results[0] : undefined;
}

/** Returns the operations that may apply. There is only one, unless it is unknown which test failed. */
function listPossibleOperations(face: StencilFace, stencil: SampleResult, passed: boolean): number[] {
  if (passed) return [face.onPass];
  if (stencil === undefined) return [face.onFail, face.onDepthFail];
  return [stencil ? face.onDepthFail : face.onFail];
}

function applyOperation(operation: number, { face, stencilKnown }: NewSample, stored: StoredSample) {
  const { writeMask } = face;
  if (operation === 0 || writeMask === 0) return stored.stencil;
  if (stored.stencil === undefined || !stencilKnown) return undefined;
  return (stored.stencil & ~writeMask) | (OPERATIONS[operation](stored.stencil, face) & writeMask);
}

/** Whether a sample that fails its test may change the stencil value. */
export function mayWriteStencilOnFailure(state: DepthState, { face }: NewSample): boolean {
  return state.testsStencil && face.writeMask !== 0 && (face.onFail !== 0 || face.onDepthFail !== 0);
}
