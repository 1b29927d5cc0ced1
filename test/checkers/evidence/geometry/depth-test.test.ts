import type { DepthState } from '../../../../checkers/evidence/geometry/depth-state.js';
import type { NewSample, SampleResult } from '../../../../checkers/evidence/geometry/depth-test.js';
import { testSample } from '../../../../checkers/evidence/geometry/depth-test.js';

const FACE = { reference: 5, readMask: 0xff } as NewSample['face'];

/** Runs the depth and stencil tests with the given compare functions. A test with no compare function is disabled. */
function runTests(
  { depth, stencil }: { readonly depth?: number; readonly stencil?: number },
  newDepth: number | undefined,
  stored: { readonly depth?: number; readonly stencil?: number },
): SampleResult {
  const state = { testsDepth: depth !== undefined, testsStencil: stencil !== undefined };
  const sample = { depth: newDepth, face: { ...FACE, compare: stencil ?? 0 }, stencilKnown: true };
  const storedValues = { depth: stored.depth, stencil: stored.stencil };
  return testSample({ ...state, depthCompare: depth ?? 0 } as DepthState, sample, storedValues);
}

/** Returns whether a compare function passes smaller, equal and greater values, as encoded in its three bits. */
const getExpectedOutcomes = (compare: number): boolean[] => [1, 2, 4].map((bit) => (compare & bit) !== 0);

describe.each([0, 1, 2, 3, 4, 5, 6, 7])('compare function %i', (compare) => {
  test('passes depths below, equal to or above the stored one if the corresponding bit is set', () => {
    const outcomes = [0.25, 0.5, 0.75].map((fresh) => runTests({ depth: compare }, fresh, { depth: 0.5 }));
    expect(outcomes).toEqual(getExpectedOutcomes(compare));
  });

  test('compares the stencil reference with the stored value in the same way', () => {
    const outcomes = [6, 5, 4].map((stencil) => runTests({ stencil: compare }, 0, { stencil }));
    expect(outcomes).toEqual(getExpectedOutcomes(compare));
  });

  test('is undecided if either side is unknown, unless it always passes or always fails', () => {
    const isConstant = compare === 0 || compare === 7;
    const expected = isConstant ? compare === 7 : undefined;
    expect(runTests({ depth: compare }, undefined, { depth: 0.5 })).toBe(expected);
    expect(runTests({ depth: compare }, 0.5, {})).toBe(expected);
    expect(runTests({ stencil: compare }, 0, {})).toBe(expected);
  });
});

test('a sample fails if either test fails, even if the other is undecided', () => {
  const [NEVER, LESS, ALWAYS] = [0, 1, 7];
  expect(runTests({ depth: LESS, stencil: NEVER }, undefined, {})).toBe(false);
  expect(runTests({ depth: NEVER, stencil: LESS }, undefined, {})).toBe(false);
  expect(runTests({ depth: LESS, stencil: ALWAYS }, undefined, {})).toBe(undefined);
  expect(runTests({}, undefined, {})).toBe(true);
});
