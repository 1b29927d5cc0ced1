import { EXPORTS, LOADS } from '../../rtl-model/counters.js';
import { Wave } from '../../rtl-model/wave.js';
import { countDown, countUp } from '../../rtl-model/wave-counters.js';

it('increments counters at issue, decrements them at completion, and asserts that the operation was counted', () => {
  const wave = new Wave(0);
  countUp(wave, LOADS);
  countUp(wave, EXPORTS);
  countDown(wave, LOADS);
  expect([...wave.counters]).toEqual([0, 0, 0, 1, 0, 0, 0]);
  expect(() => countDown(wave, LOADS)).toThrow('only a counted operation can finish');
});

it('counts up to the maximum of the widest field in s_waitcnt', () => {
  const wave = new Wave(0);
  for (let i = 0; i < 63; i++) countUp(wave, LOADS);
  expect(() => countUp(wave, LOADS)).toThrow('the counter has room for the operation');
});
