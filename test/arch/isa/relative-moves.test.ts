import {
  decodeProgram,
  generationsSince,
  limitToAllocation,
  SCALAR,
  type WaveState,
} from '../../../arch/index.js';
import { decodeSource, execute, getVector, makeWave, setVector } from '../support/machine.js';

/** Sets register r of lane l to 100 * r + l, and M0 to `m0`. */
function fillRegisters(state: WaveState, m0: number): void {
  for (let register = 0; register < 64; register++)
    setVector(state, register, (lane) => 100 * register + lane);
  state.s[SCALAR.M0] = m0;
}

const SINCE_GFX10 = generationsSince('gfx10');

describe('M0-relative moves between vector registers', () => {
  test.each(SINCE_GFX10)("match the manual's examples on %s", (gfx) => {
    const run = (source: string, m0: number) => execute(source, (initial) => fillRegisters(initial, m0), gfx);
    expect(getVector(run('v_movreld_b32_e32 v5, v7', 10), 15)[3]).toBe(703);
    expect(getVector(run('v_movrels_b32_e32 v5, v7', 10), 5)[3]).toBe(1703);
    expect(getVector(run('v_movrelsd_b32_e32 v5, v7', 10), 15)[3]).toBe(1703);
    expect(getVector(run('v_movrelsd_2_b32_e32 v5, v7', (20 << 16) | 10), 25)[3]).toBe(1703);
    const swapped = run('v_swaprel_b32 v5, v7', (20 << 16) | 10);
    expect([getVector(swapped, 25)[3], getVector(swapped, 17)[3]]).toEqual([1703, 2503]);
  });

  test('leave inactive lanes and other registers unchanged', () => {
    const state = execute('v_movreld_b32_e32 v5, v7', (initial) => {
      fillRegisters(initial, 1);
      initial.s[SCALAR.EXEC_LO] = 2;
    });
    expect(getVector(state, 6).slice(0, 3)).toEqual([600, 701, 602]);
    expect(getVector(state, 5)[1]).toBe(501);
  });

  describe('beyond an allocation of 16 registers', () => {
    const registers = { SPI_SHADER_PGM_RSRC1_PS: 1 };
    const run = (source: string, m0: number) => {
      const program = limitToAllocation(decodeSource(source), registers);
      const state = makeWave(program);
      fillRegisters(state, m0);
      for (const instruction of program.instructions) instruction.execute(state);
      return state;
    };

    test('read v0 and write nothing', () => {
      expect(getVector(run('v_movrels_b32_e32 v5, v7', 9), 5)[3]).toBe(3);
      expect(getVector(run('v_movreld_b32_e32 v5, v7', 11), 16)[3]).toBe(1603);
      expect(getVector(run('v_movrels_b32_e32 v5, v7', -1), 5)[3]).toBe(3);
      const swapped = run('v_swaprel_b32 v5, v7', 9);
      expect([getVector(swapped, 5)[3], getVector(swapped, 0)[3]]).toEqual([503, 3]);
    });

    test('neither use nor define registers', () => {
      const [instruction] = limitToAllocation(
        decodeSource('v_movreld_b32_e32 v14, v7'),
        registers,
      ).instructions;
      expect(instruction.defines.vectors).toEqual([14, 15]);
      expect(instruction.uses.vectors).toEqual([7, 14, 15]);
      const [read] = limitToAllocation(decodeSource('v_movrels_b32_e32 v1, v14'), registers).instructions;
      expect([read.uses.vectors, read.defines.vectors]).toEqual([[0, 14, 15], [1]]);
    });
  });

  test('may use every register if no allocation is known', () => {
    expect(
      decodeProgram(decodeSource('v_movrels_b32_e32 v1, v2').instructions[0].words, 'gfx10', 32).vgprs,
    ).toBe(256);
  });
});

describe('M0-relative moves between scalar registers', () => {
  const run = (source: string, m0: number, gfx: 'gfx9' | 'gfx11' = 'gfx11') =>
    execute(
      source,
      (initial) => {
        for (let i = 0; i < 64; i++) initial.s[i] = i;
        initial.s[SCALAR.M0] = m0;
      },
      gfx,
      64,
    ).s;

  test('work on single registers and pairs', () => {
    expect(run('s_movrels_b32 s4, s6', 10)[4]).toBe(16);
    expect(run('s_movreld_b32 s4, s6', 10, 'gfx9')[14]).toBe(6);
    expect([...run('s_movrels_b64 s[4:5], s[6:7]', 10).subarray(4, 6)]).toEqual([16, 17]);
    expect([...run('s_movreld_b64 s[4:5], s[6:7]', 10).subarray(14, 16)]).toEqual([6, 7]);
    expect(run('s_movrelsd_2_b32 s4, s6', (3 << 16) | 10)[7]).toBe(16);
  });

  test('are rejected if M0 selects a register that does not exist', () => {
    expect(() => run('s_movrels_b32 s4, s6', 100)).toThrow('unsupported: M0-relative access to s106');
  });
});
