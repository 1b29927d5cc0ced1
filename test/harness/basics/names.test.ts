import fc from 'fast-check';
import { matchesGlob } from '../../../harness/basics/names.js';

it('matches the same names as the equivalent regular expression', () => {
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?'), maxLength: 8 });
  const names = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 10 });
  fc.assert(
    fc.property(names, patterns, (name, pattern) => {
      const source = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll('?', '.');
      expect(matchesGlob(name, pattern)).toBe(new RegExp(`^${source}$`).test(name));
    }),
  );
});

it('is fast for patterns with many stars, where a regular expression would backtrack exponentially', () => {
  expect(matchesGlob('a'.repeat(200), `${'*a'.repeat(100)}*b`)).toBe(false);
});
