import { describe, expect, it } from 'vitest';
import { matchesGlob } from '../../base/basics/glob.js';
import { makeUnknownNameError } from '../../base/basics/nearest-name.js';
import { findNearestName } from '../../transactions/index.js';

describe('the nearest name', () => {
  it.each([
    ['smoek', 'smoke'],
    ['SMOKE', 'smoke'],
    ['nighty', 'nightly'],
  ])('to %s is %s', (wrong, right) => {
    expect(findNearestName(wrong, ['nightly', 'smoke', 'soak'])).toBe(right);
  });

  it('is undefined if no name is similar', () => {
    expect(findNearestName('regression', ['nightly', 'smoke'])).toBeUndefined();
  });

  it('is suggested, and all names are listed if none is similar', () => {
    expect(makeUnknownNameError('suite', 'smoek', ['smoke']).message).toBe(
      'Unknown suite "smoek": did you mean smoke?',
    );
    expect(makeUnknownNameError('suite', 'zzz', ['a', 'b']).message).toBe(
      'Unknown suite "zzz": expected one of a, b',
    );
  });

  it('gives way to the names that start with the text if none is similar', () => {
    expect(
      makeUnknownNameError('test', 'H01', ['C01-odd-gfx9', 'H01-odd-gfx9', 'H01-even-gfx9']).message,
    ).toBe('Unknown test "H01": expected one of H01-odd-gfx9, H01-even-gfx9');
  });
});

describe('a glob', () => {
  it.each([
    ['rmw_*', 'matches', 'rmw_buffer'],
    ['rmw_buffer', 'matches', 'rmw_buffer'],
    ['rmw', 'does not match', 'rmw_buffer'],
    ['*buff?r', 'matches', 'rmw_buffer'],
    ['a.c', 'matches', 'a.c'],
    ['a.c', 'does not match', 'abc'],
  ])('%s %s %s', (pattern, outcome, name) => {
    expect(matchesGlob(name, pattern)).toBe(outcome === 'matches');
  });
});
