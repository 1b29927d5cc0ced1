import { expect, it } from 'vitest';
import { fillText } from '../../../harness/text/wrap.js';

it('fills lines up to the width and indents all lines but the first', () => {
  expect(fillText('findings  none at all', 16, 10)).toBe('findings  none\n          at all');
  expect(fillText('one two three', 7, 0)).toBe('one two\nthree');
});

it('keeps spaces within a line and never breaks an overlong word', () => {
  expect(fillText('   1. a', 80, 6)).toBe('   1. a');
  expect(fillText('a pops-testbench b', 6, 0)).toBe('a\npops-testbench\nb');
});
