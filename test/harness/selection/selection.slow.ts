import { CHIP_NAMES, type ChipName, GENERATIONS } from '../../../arch/index.js';
import {
  findSequence,
  findSuite,
  getApplicableOverrides,
  getDefaultCount,
  NO_OVERRIDES,
  requireRunnable,
  selectChips,
  selectSequences,
} from '../../../harness/selection/selection.js';
import { NIGHTLY_SEQUENCES, SEQUENCES, SUITES } from '../../../stimulus/index.js';
import { FAULTS, type FaultId } from '../../../transactions/index.js';
import { makeConstantSequence } from '../support/sequences.js';

const smoke = findSuite('smoke');

describe('selecting the tests of a run', () => {
  it('finds every sequence of every suite', () => {
    for (const suite of Object.values(SUITES)) {
      const selected = selectSequences(suite, undefined, { ...NO_OVERRIDES, chips: CHIP_NAMES });
      expect(selected).toHaveLength(suite.tests.length);
    }
  });

  it('runs a matrix cell on one chip per generation, or on the chips requested', () => {
    const selectChips = (chips: readonly ChipName[]) =>
      selectSequences(findSuite('matrix'), 'H01-8x8-*', { ...NO_OVERRIDES, chips }).flatMap(
        ({ sequence }) => sequence.chips,
      );
    expect(selectChips([])).toEqual(['vega10', 'navi10', 'navi21', 'navi31', 'strix', 'navi48']);
    expect(selectChips(['raven', 'navi31'])).toEqual(['raven', 'navi31']);
  });

  it("suggests matrix tests for a cell's name", () => {
    expect(() => findSequence('H01', 'matrix')).toThrow(/Unknown test "H01": expected one of H01-8x8-/);
  });

  it('runs each test once if the suite has no count, except for sampled tests', () => {
    const matrix = findSuite('matrix');
    expect(getDefaultCount(matrix, 'H01-*', NO_OVERRIDES)).toBe(2 * GENERATIONS.length);
    expect(selectSequences(matrix, 'H01-*', NO_OVERRIDES)).toHaveLength(4 * GENERATIONS.length);
    expect(getDefaultCount(smoke, 'rmw_*', NO_OVERRIDES)).toBe(smoke.count);
  });

  it('keeps the tests that match a glob', () => {
    const names = selectSequences(smoke, 'discard*', NO_OVERRIDES).map(({ sequence }) => sequence.name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.startsWith('discard'))).toBe(true);
  });

  it('keeps the tests that match any of several globs, and rejects a glob that matches none', () => {
    const names = selectSequences(smoke, 'or_bits,rmw_im*', NO_OVERRIDES).map(
      ({ sequence }) => sequence.name,
    );
    expect(names).toEqual(['rmw_image', 'or_bits']);
    expect(() => selectSequences(smoke, 'or_bits,rnw*', NO_OVERRIDES)).toThrow(
      'No test in suite smoke matches --test "rnw*"',
    );
  });

  it.each(FAULTS.map(({ id }) => id as FaultId))('selects the tests that %s can affect', (id) => {
    const affected = SEQUENCES.filter(({ faults }) => faults.includes(id));
    const inSmoke = affected.filter((sequence) => !NIGHTLY_SEQUENCES.includes(sequence));
    const [suite, expected] = inSmoke.length > 0 ? [smoke, inSmoke] : [findSuite('nightly'), affected];
    const selected = selectSequences(suite, undefined, { ...NO_OVERRIDES, faults: [id] });
    expect(new Set(selected.map(({ sequence }) => sequence))).toEqual(new Set(expected));
  });

  it('reports a fault that affects none of the tests', () => {
    const overrides = { ...NO_OVERRIDES, faults: ['F71' as const] };
    expect(() => selectSequences(smoke, 'rmw_buffer', overrides)).toThrow(
      'Fault F71 has no effect on any selected test (rmw_buffer)',
    );
  });

  it('selects the tests that either of two faults can affect, but all tests if the build as a whole is under test', () => {
    const overrides = { ...NO_OVERRIDES, faults: ['F46', 'F81'] as const };
    const listNames = (wholeBuild: boolean) =>
      selectSequences(smoke, undefined, overrides, wholeBuild).map(({ sequence }) => sequence.name);
    const expected = SEQUENCES.filter(({ faults }) => faults.includes('F46') || faults.includes('F81'));
    expect(listNames(false)).toEqual(expected.map(({ name }) => name));
    expect(listNames(true)).toEqual(
      selectSequences(smoke, undefined, NO_OVERRIDES).map(({ sequence }) => sequence.name),
    );
  });

  it('injects only the faults of a build that apply to a test, one at a time if no chip supports them all', () => {
    // F46 affects ids, which GFX11 does not have, and F81 affects GFX11's export gate.
    const overrides = { ...NO_OVERRIDES, faults: ['F46', 'F81'] as const };
    const both = SEQUENCES.find(({ faults }) => faults.includes('F46') && faults.includes('F81'))!;
    const activeFaults = (seed: string) => getApplicableOverrides(both, seed, overrides).faults;
    expect([activeFaults('0x2'), activeFaults('0x3')]).toEqual([['F46'], ['F81']]);
    const neither = SEQUENCES.find(({ faults }) => !faults.includes('F46') && !faults.includes('F81'))!;
    expect(getApplicableOverrides(neither, '0x2', overrides).faults).toEqual([]);
    expect(() => requireRunnable(both, overrides)).not.toThrow();
    expect(() => requireRunnable(neither, overrides)).toThrow(
      `Cannot use --fault F46,F81: it has no effect on ${neither.name}`,
    );
  });

  it('keeps the requested chips that the fault applies to', () => {
    const sequence = {
      ...makeConstantSequence('any').sequence,
      chips: ['vega10', 'navi21', 'navi31'] as const,
    };
    expect(selectChips(sequence, NO_OVERRIDES)).toEqual(['vega10', 'navi21', 'navi31']);
    expect(selectChips(sequence, { ...NO_OVERRIDES, chips: ['navi31', 'navi10'] })).toEqual(['navi31']);
    expect(selectChips(sequence, { ...NO_OVERRIDES, faults: ['F46'] })).toEqual(['vega10', 'navi21']);
  });

  it('uses chips that are never picked at random only for faults specific to them', () => {
    const sequence = {
      ...makeConstantSequence('any').sequence,
      chips: ['navi31', 'strix', 'navi44', 'navi48'] as const,
    };
    const chips = (id: FaultId) => selectChips(sequence, { ...NO_OVERRIDES, faults: [id] });
    expect(chips('F80')).toEqual(['navi44', 'navi48']);
    expect(chips('F81')).toEqual(['navi31']);
    expect(chips('F46')).toEqual([]);
  });

  it.each([
    [
      { packers: 3 },
      ['mariner', 'vega10'],
      'packers=3 on vega10; this chip has only 2; use a lower value or select other chips',
    ],
    [
      { idWrap: 15, idWindow: 16 },
      ['navi21'],
      'idWindow=16 with idWrap=15 on navi21; expected a window of at most 15',
    ],
    [
      { idWrap: 15, idWindow: 15 },
      ['navi21', 'raven'],
      'idWindow=15 with idWrap=15 on raven; expected a window of at most 14',
    ],
    [
      { registerRows: 511 },
      ['navi21'],
      'registerRows=511 on navi21; expected 0 or at least 512, which is enough for every program',
    ],
    [
      { registerRows: 527 },
      ['navi31'],
      'registerRows=527 on navi31; expected 0 or at least 528, which is enough for every program',
    ],
  ] as const)('rejects knobs that make correct programs fail: %o', (knobs, chips, message) => {
    expect(() => selectSequences(smoke, undefined, { ...NO_OVERRIDES, chips, knobs })).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
    );
  });

  it.each([
    [{ packers: 4 }, ['navi21']],
    [{ packers: 3 }, ['mariner']],
    [{ idWrap: 15, idWindow: 15 }, ['navi21']],
    [{ idWrap: 15, idWindow: 14 }, ['vega10']],
    [{ registerRows: 0 }, []],
    [{ registerRows: 512 }, ['navi21']],
    [{ registerRows: 528 }, []],
  ] as const)(
    'accepts the most extreme knobs under which correct programs still pass: %o',
    (knobs, chips) => {
      expect(selectSequences(smoke, undefined, { ...NO_OVERRIDES, chips, knobs }).length).toBeGreaterThan(0);
    },
  );

  it('lists the possible chips if none remain', () => {
    const overrides = { ...NO_OVERRIDES, chips: ['navi31' as const], faults: ['F46' as const] };
    expect(() => selectSequences(smoke, undefined, overrides)).toThrow(
      /^Cannot use --chip navi31 with --fault F46: no selected test .*; the selected tests run on .*navi21/,
    );
  });
});
