import { expect, it } from 'vitest';
import { assembleProgram, type DecodedProgram, decodeOnce } from '../../../arch/index.js';

const END = assembleProgram('s_endpgm', 'gfx10');
/** `s_movk_i32 s0, …` without its immediate. */
const [MOVE] = assembleProgram('s_movk_i32 s0, 0', 'gfx10');

function ask(number: number): DecodedProgram {
  return decodeOnce([MOVE | number, ...END], 'gfx10', 64);
}

it('keeps a program that is asked for again, whatever comes and goes, and drops one that is not', () => {
  const wanted = ask(0);
  const forgotten = ask(1);
  for (let number = 2; number < 2000; number++) {
    ask(number);
    if (number % 100 === 0) expect(ask(0)).toBe(wanted);
  }
  expect(ask(1)).not.toBe(forgotten);
  expect(ask(1)).toBe(ask(1));
});

it('keeps a program that came back longer than those that came once', () => {
  const back = ask(5000);
  const once = ask(5001);
  for (let number = 5002; number < 5050; number++) ask(number);
  expect(ask(5000)).toBe(back);
  for (let number = 5050; number < 6000; number++) ask(number);
  expect(ask(5000)).toBe(back);
  expect(ask(5001)).not.toBe(once);
});

it('does not take the requests of one test for a return', () => {
  const busy = ask(7000);
  for (let request = 0; request < 10; request++) ask(7000);
  for (let number = 7001; number < 7400; number++) ask(number);
  expect(ask(7000)).not.toBe(busy);
});
