import { describe, expect, it } from 'vitest';
import { percentText } from '../../../coverage/index.js';

describe('a percentage', () => {
  it('reads as 100 % only where nothing is missing', () => {
    expect(percentText(100)).toBe('100.0 %');
    expect(percentText(99.97)).toBe('99.9 %');
    expect(percentText(99.999, 2)).toBe('99.99 %');
    expect(percentText(95.27)).toBe('95.3 %');
  });
});
