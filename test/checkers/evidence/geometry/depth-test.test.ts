import { describe, expect, test } from 'vitest';
import type { DepthState } from '../../../../checkers/evidence/geometry/depth-state.js';
import {
  type FreshSample,
  type Passes,
  testSample,
} from '../../../../checkers/evidence/geometry/depth-test.js';

const FACE = { reference: 5, readMask: 0xff } as FreshSample['face'];

/** Runs both tests with the given compare functions and returns the outcome. A test without one is disabled. */
function passes(
  { depth, stencil }: { readonly depth?: number; readonly stencil?: number },
  fresh: number | undefined,
  stored: { readonly depth?: number; readonly stencil?: number },
): Passes {
  const state = { testsDepth: depth !== undefined, testsStencil: stencil !== undefined };
  const sample = { depth: fresh, face: { ...FACE, compare: stencil ?? 0 }, stencilKnown: true };
  const storedValues = { depth: stored.depth, stencil: stored.stencil };
  return testSample({ ...state, depthCompare: depth ?? 0 } as DepthState, sample, storedValues);
}

/** Returns the bits of a compare function's number: less, equal, greater. */
const compareBits = (compare: number): boolean[] => [1, 2, 4].map((bit) => (compare & bit) !== 0);

describe.each([0, 1, 2, 3, 4, 5, 6, 7])('compare function %i', (compare) => {
  test('passes depths below, equal to or above the stored one if the respective bit is set', () => {
    const outcomes = [0.25, 0.5, 0.75].map((fresh) => passes({ depth: compare }, fresh, { depth: 0.5 }));
    expect(outcomes).toEqual(compareBits(compare));
  });

  test('compares the stencil reference with the stored value in the same way', () => {
    const outcomes = [6, 5, 4].map((stencil) => passes({ stencil: compare }, 0, { stencil }));
    expect(outcomes).toEqual(compareBits(compare));
  });

  test('is undecided if either side is unknown, unless it always passes or always fails', () => {
    const isConstant = compare === 0 || compare === 7;
    const expected = isConstant ? compare === 7 : undefined;
    expect(passes({ depth: compare }, undefined, { depth: 0.5 })).toBe(expected);
    expect(passes({ depth: compare }, 0.5, {})).toBe(expected);
    expect(passes({ stencil: compare }, 0, {})).toBe(expected);
  });
});

test('a sample fails if either test fails, even if the other is undecided', () => {
  const [NEVER, LESS, ALWAYS] = [0, 1, 7];
  expect(passes({ depth: LESS, stencil: NEVER }, undefined, {})).toBe(false);
  expect(passes({ depth: NEVER, stencil: LESS }, undefined, {})).toBe(false);
  expect(passes({ depth: LESS, stencil: ALWAYS }, undefined, {})).toBe(undefined);
  expect(passes({}, undefined, {})).toBe(true);
});
