import { runScenario } from '../../../rtl-model/index.js';
import { issueCyclesOf } from '../../../rtl-model/sq/issue.js';
import { decodeSource } from '../../arch/support/machine.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const NOPS = Array.from({ length: 16 }, (_, i) => i);

it('s_nop n takes n + 1 issue cycles (at most 16); every other instruction takes one', () => {
  const source = [...NOPS.map((i) => `s_nop ${i}`), 's_mov_b32 s0, 5', 's_sleep 7', 's_endpgm'].join('\n');
  const program = decodeSource(source);
  expect([...issueCyclesOf(program)]).toEqual([...NOPS.map((i) => i + 1), 1, 1, 1]);
});

it('a wave alone on its SIMD issues every cycle, regardless of where its straight-line runs end (P-110)', () => {
  const getEndCycle = (rounds: number): number => {
    const source = `s_movk_i32 s0, ${rounds}
again:
s_sub_u32 s0, s0, 1
s_cmp_lg_u32 s0, 0
s_cbranch_scc1 again
s_endpgm`;
    return getTransactions(buildScene(source, { freedoms: { issueGap: [1, 1] } }), 'wave-ended')[0]!.cycle;
  };
  expect(getEndCycle(300) - getEndCycle(100)).toBe(200 * 3);
});

it('counts every instruction executed in a straight-line run', () => {
  const countInstructions = (length: number): number =>
    runScenario(buildScene(`${'s_mov_b32 s0, 0\n'.repeat(length)}s_endpgm`, { draws: 2 }), null).instructions;
  expect(countInstructions(100) - countInstructions(30)).toBe(2 * 70);
});
