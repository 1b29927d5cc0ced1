import { makeUnknownNameError, matchesGlob } from '../../harness/basics/names.js';
import { findNearestName } from '../../transactions/index.js';

describe('an unknown name', () => {
  it.each([
    ['smoek', 'smoke'],
    ['SMOKE', 'smoke'],
    ['nighty', 'nightly'],
  ])('is matched to the nearest name: %s to %s', (wrong, right) => {
    expect(findNearestName(wrong, ['nightly', 'smoke', 'soak'])).toBe(right);
  });

  it('has no match if no name is similar', () => {
    expect(findNearestName('regression', ['nightly', 'smoke'])).toBeUndefined();
  });

  it('gets an error that suggests the nearest name, or lists all names if none is similar', () => {
    expect(makeUnknownNameError('suite', 'smoek', ['smoke']).message).toBe(
      'Unknown suite "smoek": did you mean smoke?',
    );
    expect(makeUnknownNameError('suite', 'zzz', ['a', 'b']).message).toBe(
      'Unknown suite "zzz": expected one of a, b',
    );
  });

  it('gets an error that lists only the names that start with the text if no name is similar', () => {
    expect(
      makeUnknownNameError('test', 'H01', ['C01-odd-gfx9', 'H01-odd-gfx9', 'H01-even-gfx9']).message,
    ).toBe('Unknown test "H01": expected one of H01-odd-gfx9, H01-even-gfx9');
  });
});

it.each([
  ['rmw_*', 'matches', 'rmw_buffer'],
  ['rmw_buffer', 'matches', 'rmw_buffer'],
  ['rmw', 'does not match', 'rmw_buffer'],
  ['*buff?r', 'matches', 'rmw_buffer'],
  ['a.c', 'matches', 'a.c'],
  ['a.c', 'does not match', 'abc'],
])('a glob %s %s %s', (pattern, outcome, name) => {
  expect(matchesGlob(name, pattern)).toBe(outcome === 'matches');
});
