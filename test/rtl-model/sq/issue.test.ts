import { DeviceContext } from '../../../rtl-model/context.js';
import { runScenario } from '../../../rtl-model/index.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import { IssueSlots, issueCyclesOf } from '../../../rtl-model/sq/issue.js';
import { Wave } from '../../../rtl-model/wave.js';
import { decodeSource } from '../../arch/support/machine.js';
import { scene } from '../../checkers/support/scenes.js';
import { buildScene, getTransactions } from '../support/run-program.js';

const NOPS = Array.from({ length: 16 }, (_, i) => i);

it('s_nop n takes n + 1 issue cycles (at most 16); every other instruction takes one', () => {
  const source = [...NOPS.map((i) => `s_nop ${i}`), 's_mov_b32 s0, 5', 's_sleep 7', 's_endpgm'].join('\n');
  const program = decodeSource(source);
  expect([...issueCyclesOf(program)]).toEqual([...NOPS.map((i) => i + 1), 1, 1, 1]);
});

it("a SIMD issues its waves' instructions one after another, without saving up idle cycles (P-110)", () => {
  const context = new DeviceContext(scene({}), new ReplayChoices([]), null);
  const slots = new IssueSlots(context);
  const [first, second] = [new Wave(0), new Wave(1)];
  for (const wave of [first, second]) wave.place = { simd: 0, cu: 0, wgp: 0, shaderArray: 0 };
  const goTo = (cycle: number): void => {
    context.wheel.schedule(cycle - context.now, 0);
    context.wheel.next();
  };
  goTo(1000);
  expect([slots.delay(first, 10, 1), slots.delay(second, 10, 1)]).toEqual([10, 20]);
  goTo(1005);
  expect(slots.delay(first, 1, 4)).toBe(16);
  expect(slots.delay(first, 2, 40)).toBe(80);
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
