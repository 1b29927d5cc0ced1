import { expect, test } from 'vitest';
import { flipBits, judgeRegisters } from '../../support/registers.js';

const [EARLY_THEN_LATE, BEFORE_SHADER] = [1 << 4, 1 << 12];

test('fires if depth is tested early even though the shader does not request it', () => {
  expect(judgeRegisters('vega20', flipBits('vega20', 'DB_SHADER_CONTROL', EARLY_THEN_LATE)).fired).toEqual([
    'CFG-19',
  ]);
});

test('does not fire for early tests that the shader requests', () => {
  const requestedEarly = flipBits('vega20', 'DB_SHADER_CONTROL', EARLY_THEN_LATE | BEFORE_SHADER);
  expect(judgeRegisters('vega20', requestedEarly).fired).toEqual([]);
});
