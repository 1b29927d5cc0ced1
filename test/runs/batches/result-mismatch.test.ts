import { encode } from '@msgpack/msgpack';
import type { CoverageData } from '../../../coverage/index.js';
import { deriveTestSeed } from '../../../harness/basics/seeds.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';
import { generateBatch, runBatch } from '../../../harness/workers/batch.js';
import type { Batch, BatchResult } from '../../../harness/workers/batch-result.js';
import { decodeOutcome, encodeOutcome } from '../../../runs/batches/batch-codec.js';
import { findResultMismatch } from '../../../runs/batches/result-mismatch.js';

const corpus = openCorpus();
const tests = [0, 1, 2].map((index) => ({
  sequence: 'empty_section',
  index,
  seed: deriveTestSeed({ high: 0, low: 7 }, 'empty_section', index),
}));
/** A batch of three tests; the one at position 50 runs twice. */
const batch: Batch = {
  first: 49,
  tests,
  overrides: { chips: ['navi21'], knobs: {}, faults: ['F46'] },
  suite: 'smoke',
  coverageRun: 'test',
};
const clean: Batch = { ...batch, overrides: NO_OVERRIDES };
let failed: BatchResult;
let passed: BatchResult;
beforeAll(() => {
  failed = runBatch(batch, corpus);
  passed = runBatch(clean, corpus);
});

/** Returns the failing batch's result with changes to its first failure. */
function withFailure(change: object): BatchResult {
  const [first, ...others] = failed.failures;
  return { ...failed, failures: [{ ...first!, ...change }, ...others] };
}

function withCoverage(change: object): BatchResult {
  const [part] = failed.coverage!.parts;
  return { ...failed, coverage: { ...failed.coverage!, parts: [{ ...part!, ...change }] } as CoverageData };
}

const TEST_WITH_PATH = { ...tests[0]!, sequence: '../../../elsewhere' };

describe('the result of a batch', () => {
  it('matches its batch, whether the tests failed, passed or were only generated', () => {
    expect(failed.failures.length).toBeGreaterThan(0);
    expect(findResultMismatch(batch, failed)).toBe(undefined);
    expect(findResultMismatch(clean, passed)).toBe(undefined);
    const generated = { ...clean, generateOnly: true as const };
    expect(findResultMismatch(generated, generateBatch(generated, corpus))).toBe(undefined);
  });

  it("matches its batch if one test's sequence no longer exists and only that test fails", () => {
    const withoutSequence = { ...clean, tests: [{ ...tests[0]!, sequence: 'gone' }, tests[1]!] };
    const result = runBatch(withoutSequence, corpus);
    expect(result.failures.map(({ test, message }) => [test.sequence, message])).toEqual([
      ['gone', expect.stringContaining('Unknown test "gone"')],
    ]);
    expect(findResultMismatch(withoutSequence, result)).toBe(undefined);
  });

  it.each<[string, () => BatchResult, RegExp]>([
    ['a different first test', () => ({ ...failed, first: 50 }), /^it begins at test 50, not 49$/],
    [
      'too many outcomes',
      () => ({ ...failed, outcomes: new Uint8Array(1000) }),
      /^its number of outcomes is 1000, but its batch has 3$/,
    ],
    ['rule counts for extra tests', () => ({ ...failed, armed: new Uint8Array(4) }), /of armed rules is 4/],
    [
      'memory held by a test outside the batch',
      () => ({ ...failed, held: { test: 'rmw_buffer.0', bytes: 1 } }),
      /^it reports memory held by a test outside the batch$/,
    ],
    ['too few outcomes', () => ({ ...failed, outcomes: new Uint8Array(2) }), /^its number of outcomes is 2/],
    ['columns that are too short', () => ({ ...failed, waves: new Uint32Array(1) }), /number of waves is 1,/],
    ['no failures, although tests failed', () => ({ ...failed, failures: [] }), /number of failures is 0/],
    [
      'failures from tests that passed',
      () => ({ ...failed, outcomes: new Uint8Array(3) }),
      /^its number of failures is \d, but its batch has 0/,
    ],
    [
      'a failed test whose name is a path to another folder',
      () => withFailure({ test: TEST_WITH_PATH }),
      /^failure 0 does not belong to test empty_section\.\d$/,
    ],
    [
      'a test with a different seed',
      () => withFailure({ test: { ...failed.failures[0]!.test, seed: '0x1' } }),
      /^failure 0 does not belong/,
    ],
    ['a different outcome', () => withFailure({ outcome: 'error' }), /^failure 0 does not belong/],
    ['a changed scenario', () => withFailure({ scenario: new Uint8Array(9) }), /^failure 0 does not belong/],
    ['a different chip', () => ({ ...failed, chips: failed.chips.slice().fill(1) }), /^it names a chip/],
    ['an unknown chip', () => ({ ...failed, chips: failed.chips.slice().fill(200) }), /^it names a chip/],
    ['too few fingerprints', () => ({ ...failed, fingerprints: [] }), /^its number of fingerprints is 0/],
    [
      'different sequences',
      () => ({ ...failed, sequences: { rmw_buffer: 3 } }),
      /^its sequence counts do not match the batch/,
    ],
    ['no digests', () => ({ ...failed, digests: [] }), /^its digests do not match the batch/],
    [
      'output from a test whose name is a path to another folder',
      () => ({ ...failed, prints: [{ test: '../x', text: '' }], printed: 1 }),
      /^its printed output does not match the batch/,
    ],
    ['coverage from another run', () => withCoverage({ run: 'other' }), /^its coverage is from another run/],
    [
      'coverage of different tests',
      () => withCoverage({ tests: [0, 1_000_000] }),
      /^the tests in its coverage do not match the batch/,
    ],
    [
      'different covergroups',
      () => withCoverage({ groups: [] }),
      /^its covergroups differ from those of the model/,
    ],
    [
      'coverage with different test names',
      () => withCoverage({ names: [[49, '../x']] }),
      /^the test names in its coverage do not match the batch/,
    ],
  ])('does not match its batch if it has %s', (_, forge, expected) => {
    expect(findResultMismatch(batch, forge())).toMatch(expected);
  });
});

describe('an encoded result', () => {
  /** Encodes a tampered result without type checks, as an attacker could. */
  function encodeForged(change: object): string {
    const valid = encodeOutcome({ result: passed });
    const { result } = decodeOutcome(valid) as { result: BatchResult };
    const serialisable = {
      ...result,
      waves: [...result.waves],
      cycles: [...result.cycles],
      instructions: [...result.instructions],
      coverage: undefined,
      ...change,
    };
    return Buffer.from(encode({ result: serialisable }, { ignoreUndefined: true })).toString('base64');
  }

  it('is accepted if valid', () => {
    expect(
      findResultMismatch(clean, (decodeOutcome(encodeForged({})) as { result: BatchResult }).result),
    ).toBe(undefined);
  });

  it.each<[string, object, RegExp]>([
    ['without test times', { testMs: undefined }, /^result\.testMs is missing/],
    ['with negative waves', { waves: [-1, 0, 0] }, /^result\.waves\[0\] is -1/],
    ['with an extra field', { incidents: [] }, /^unknown field "incidents" in result/],
    ['with a failure that has no fields', { failures: [{}] }, /^result\.failures\[0\]\./],
    ['with counts for an unknown rule', { rules: { __proto__x: { armed: 1, fired: 0 } } }, /rules/],
    ['with failures that are not a list', { failures: 'none' }, /^result\.failures is "none"/],
  ])('is rejected %s', (_, change, expected) => {
    expect(() => decodeOutcome(encodeForged(change))).toThrow(expected);
  });
});
