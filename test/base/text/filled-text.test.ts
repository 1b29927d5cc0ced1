import { expect, it } from 'vitest';
import { filledText } from '../../../base/text/filled-text.js';

it('fills lines up to the width and indents all lines but the first', () => {
  expect(filledText('findings  none at all', 16, 10)).toBe('findings  none\n          at all');
  expect(filledText('one two three', 7, 0)).toBe('one two\nthree');
});

it('keeps spaces within a line and never breaks an overlong word', () => {
  expect(filledText('   1. a', 80, 6)).toBe('   1. a');
  expect(filledText('a pops-testbench b', 6, 0)).toBe('a\npops-testbench\nb');
});
