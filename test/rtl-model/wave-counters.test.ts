import { expect, it } from 'vitest';
import { COUNTER, Wave } from '../../rtl-model/wave.js';
import { countDown, countUp } from '../../rtl-model/wave-counters.js';

it('counts operations up at issue and down at their end, and asserts that each end was counted', () => {
  const wave = new Wave(0);
  countUp(wave, COUNTER.vm);
  countUp(wave, COUNTER.exp);
  countDown(wave, COUNTER.vm);
  expect([...wave.counters]).toEqual([0, 0, 0, 1]);
  expect(() => countDown(wave, COUNTER.vm)).toThrow('what is over has been counted');
});

it('counts no further than the widest field of s_waitcnt', () => {
  const wave = new Wave(0);
  for (let i = 0; i < 63; i++) countUp(wave, COUNTER.vm);
  expect(() => countUp(wave, COUNTER.vm)).toThrow('a counter has room for what is issued');
});
