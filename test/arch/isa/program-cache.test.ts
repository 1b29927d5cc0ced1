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
