import { describe, expect, it } from 'vitest';
import { findSuite, NO_OVERRIDES, selectSequences } from '../../regression/index.js';
import { chipsFor } from '../../regression/selection.js';
import { SEQUENCES, SUITES } from '../../stimulus/index.js';
import { FAULTS, type FaultId } from '../../transactions/index.js';
import { constantSequence } from './support/sequences.js';

const smoke = findSuite('smoke');

describe('the selection of a run', () => {
  it('knows every sequence of every suite', () => {
    for (const suite of Object.values(SUITES)) {
      expect(selectSequences(suite, undefined, NO_OVERRIDES)).toHaveLength(suite.tests.length);
    }
  });

  it('keeps the tests that match a glob', () => {
    const names = selectSequences(smoke, 'discard*', NO_OVERRIDES).map(({ sequence }) => sequence.name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.startsWith('discard'))).toBe(true);
  });

  it.each(FAULTS.map(({ id }) => id as FaultId))('draws for %s from tests in which it can act', (id) => {
    const selected = selectSequences(smoke, undefined, { ...NO_OVERRIDES, faults: [id] });
    expect(selected.map(({ sequence }) => sequence)).toEqual(
      SEQUENCES.filter((sequence) => sequence.faults.includes(id)),
    );
  });

  it('says that a fault can act in none of the tests', () => {
    const overrides = { ...NO_OVERRIDES, faults: ['F71' as const] };
    expect(() => selectSequences(smoke, 'rmw_buffer', overrides)).toThrow(
      'Fault F71 can act in none of rmw_buffer',
    );
  });

  it('leaves the chips that are wanted and have the fault', () => {
    const sequence = { ...constantSequence('any').sequence, chips: ['vega10', 'navi21', 'navi31'] as const };
    expect(chipsFor(sequence, NO_OVERRIDES)).toEqual(['vega10', 'navi21', 'navi31']);
    expect(chipsFor(sequence, { ...NO_OVERRIDES, chips: ['navi31', 'navi10'] })).toEqual(['navi31']);
    expect(chipsFor(sequence, { ...NO_OVERRIDES, faults: ['F46'] })).toEqual(['vega10', 'navi21']);
  });

  it('says which chips are possible when none is left', () => {
    const overrides = { ...NO_OVERRIDES, chips: ['navi31' as const], faults: ['F46' as const] };
    expect(() => selectSequences(smoke, undefined, overrides)).toThrow(
      /^Impossible --chip navi31 with --fault F46: no selected test .*; they run on .*navi21/,
    );
  });
});
