import {
  assembleProgram,
  countScalars,
  decodeCached,
  decodeProgram,
  getSetpcTarget,
  makeWaveState,
  runWave,
} from '../../../arch/index.js';

const ADDRESS = 0x8000_0004_0000;

const main = assembleProgram('s_movk_i32 s5, 0x8000\ns_mov_b32 s2, 11\ns_setpc_b64 s[4:5]', 'gfx10.3');
const epilog = {
  words: assembleProgram('s_nop 0\ns_add_u32 s3, s2, 0x1234\ns_endpgm', 'gfx10.3'),
  address: ADDRESS,
};
const program = decodeProgram(main, 'gfx10.3', 32, epilog);
const noMemory = { perform: () => undefined };

describe('a program with an epilog', () => {
  it('places the epilog after the main part at an aligned pc', () => {
    const first = program.instructions[program.epilog!.index];
    expect(program.epilog!.pc).toBe(256);
    expect(first.pc).toBe(256);
    expect(program.indexByPc[first.pc >> 2]).toBe(first.index);
    program.instructions.forEach((instruction, index) => {
      expect(instruction.index).toBe(index);
    });
  });

  it('runs the epilog after s_setpc to its address, with the constants of both parts', () => {
    const state = makeWaveState(32, program.vgprs, countScalars(program));
    state.s[4] = ADDRESS % 2 ** 32;
    expect(runWave(program, state, noMemory)).toMatchObject({ outcome: 'ended', instructions: 6 });
    expect(state.s[3]).toBe(11 + 0x1234);
  });

  it("finds instructions by 48-bit address, but not inside an instruction, past the end or at the epilog's pc", () => {
    expect(getSetpcTarget(program, ADDRESS)).toBe(program.epilog!.index);
    expect(getSetpcTarget(program, ADDRESS % 2 ** 32)).toBe(-1);
    expect(getSetpcTarget(program, ADDRESS + 2)).toBe(-1);
    expect(getSetpcTarget(program, ADDRESS + epilog.words.length * 4)).toBe(-1);
    expect(getSetpcTarget(program, program.epilog!.pc)).toBe(-1);
    expect(getSetpcTarget(program, 4)).toBe(1);
  });

  it('does not fall through from the main part into the epilog', () => {
    const withoutJump = decodeProgram(main.slice(0, -1), 'gfx10.3', 32, epilog);
    const state = makeWaveState(32, program.vgprs, countScalars(withoutJump));
    const result = runWave(withoutJump, state, noMemory);
    expect(result).toMatchObject({ outcome: 'illegal', reason: 'ran past the end of the program' });
  });

  it('rejects branches from one part into the other', () => {
    const words = assembleProgram('s_nop 0', 'gfx10.3');
    words.push(0xbf820000 | (program.epilog!.pc / 4 - 2));
    const { instructions } = decodeProgram(words, 'gfx10.3', 32, epilog);
    expect(instructions[1]).toMatchObject({ kind: 'illegal', reason: expect.stringContaining('outside') });
  });

  it('is decoded once for equal words and epilogs, but again for a different epilog', () => {
    const decoded = decodeCached([...main], 'gfx10.3', 32, { ...epilog, words: [...epilog.words] });
    expect(decodeCached(main, 'gfx10.3', 32, epilog)).toBe(decoded);
    expect(decodeCached(main, 'gfx10.3', 32)).not.toBe(decoded);
    expect(decodeCached(main, 'gfx10.3', 32, { ...epilog, address: ADDRESS + 256 })).not.toBe(decoded);
    expect([...decoded.constants]).toEqual([...program.constants]);
  });
});
