import { expect, it } from 'vitest';
import { formatOneLine, getFirstLine } from '../../../harness/basics/errors.js';

it('formats any message as one line, preserving non-ASCII letters', () => {
  expect(formatOneLine(new Error('Größe\tist\r\n 寸法\u001b[31m\u202e'))).toBe('Größe ist 寸法 [31m');
});

it('extracts the first line of a string, without control characters', () => {
  expect(getFirstLine('boom\u001b[2J\u0007 17\r\nat here')).toBe('boom [2J 17');
});
