import { expect, it } from 'vitest';
import { oneLine } from '../../regression/one-line.js';

it('makes one line of any message, and leaves letters alone', () => {
  expect(oneLine(new Error('Größe\tist\r\n 寸法\u001b[31m\u202e'))).toBe('Größe ist 寸法 [31m');
});
