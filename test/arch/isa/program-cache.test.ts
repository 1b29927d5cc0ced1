import { assembleProgram, type DecodedProgram, decodeCached, decodeProgram } from '../../../arch/index.js';

const END = assembleProgram('s_endpgm', 'gfx10');
/** The encoding of `s_movk_i32 s0, …` without its immediate. */
const [MOVE] = assembleProgram('s_movk_i32 s0, 0', 'gfx10');

function requestProgram(id: number): DecodedProgram {
  return decodeCached([MOVE | id, ...END], 'gfx10', 64);
}

it('keeps a program that is still being requested and evicts the others', () => {
  const kept = requestProgram(0);
  const evicted = requestProgram(1);
  for (let id = 2; id < 2000; id++) {
    requestProgram(id);
    if (id % 100 === 0) expect(requestProgram(0)).toBe(kept);
  }
  expect(requestProgram(1)).not.toBe(evicted);
  expect(requestProgram(1)).toBe(requestProgram(1));
});

it('evicts long programs sooner', () => {
  const requestLong = (id: number) => decodeCached([...Array(2000).fill(MOVE | id), ...END], 'gfx10', 64);
  const evicted = requestLong(0);
  for (let id = 1; id < 20; id++) requestLong(id);
  expect(requestLong(0)).not.toBe(evicted);
});

it('keeps a reused program longer than one requested once', () => {
  const reused = requestProgram(5000);
  const requestedOnce = requestProgram(5001);
  for (let id = 5002; id < 5050; id++) requestProgram(id);
  expect(requestProgram(5000)).toBe(reused);
  for (let id = 5050; id < 6000; id++) requestProgram(id);
  expect(requestProgram(5000)).toBe(reused);
  expect(requestProgram(5001)).not.toBe(requestedOnce);
});

it('does not count requests in quick succession as reuse', () => {
  const reused = requestProgram(7000);
  for (let request = 0; request < 10; request++) requestProgram(7000);
  for (let id = 7001; id < 7400; id++) requestProgram(id);
  expect(requestProgram(7000)).not.toBe(reused);
});

describe('programs with the same instruction', () => {
  const decode = (text: string) => decodeProgram(assembleProgram(text, 'gfx10'), 'gfx10', 64).instructions;

  it('share the compiled operation when it depends only on the instruction, but each keeps its own pc', () => {
    const [first] = decode('v_add_nc_u32 v1, v2, v3');
    const [, second] = decode('s_nop 0\nv_add_nc_u32 v1, v2, v3');
    expect(second!.execute).toBe(first!.execute);
    expect([first!.index, first!.pc]).toEqual([0, 0]);
    expect([second!.index, second!.pc]).toEqual([1, 4]);
  });

  it.each([
    [
      'a constant, which each program stores at a different index',
      's_mov_b32 s0, 7',
      's_mov_b32 s1, 9\ns_mov_b32 s0, 7',
    ],
    ['the program counter', 's_getpc_b64 s[0:1]', 's_nop 0\ns_getpc_b64 s[0:1]'],
  ])('do not share an operation that uses %s', (_reason, firstSource, laterSource) => {
    expect(decode(laterSource)[1]!.execute).not.toBe(decode(firstSource)[0]!.execute);
  });
});
