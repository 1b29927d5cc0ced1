import { runScenario } from '../../../rtl-model/index.js';
import { BURST_MAX } from '../../../rtl-model/sq/spec.js';
import { buildLoopScenario } from '../../../tools/bench/loop-scenario.js';
import type { Scenario } from '../../../transactions/index.js';

/** Returns a scenario with one wave in a four-instruction loop that has no effects visible to other waves. */
function makeLoop(rounds: number): Scenario {
  const scenario = buildLoopScenario(`
  s_movk_i32 s3, ${rounds}
inner:
  s_add_u32 s2, s2, s3
  s_sub_u32 s3, s3, 1
  s_cmp_lg_u32 s3, 0
  s_cbranch_scc1 inner
  exp null off, off, off, off done vm
  s_endpgm`);
  return { ...scenario, freedoms: { ...scenario.freedoms, issueGap: [1, 1] } };
}

/** Returns the number of instructions issued in each cycle before the export, and the total number executed. */
function recordBursts(scenario: Scenario): {
  readonly bursts: [number, number][];
  readonly executed: number;
} {
  const bursts = new Map<number, number>();
  const { instructions } = runScenario(scenario, (t) => {
    if (t.kind !== 'instructions-issued') return;
    bursts.set(t.cycle, (bursts.get(t.cycle) ?? 0) + (t.last - t.first) / 4 + 1);
  });
  return { bursts: [...bursts], executed: instructions };
}

describe('a loop that only computes', () => {
  it('runs in full-length bursts, with one cycle per instruction', () => {
    const rounds = 400;
    const { bursts } = recordBursts(makeLoop(rounds));
    const instructions = 1 + 4 * rounds;
    const full = Math.floor(instructions / BURST_MAX);
    const [start] = bursts[0]!;
    for (let i = 0; i < full; i++) expect(bursts[i]).toEqual([start + i * BURST_MAX, BURST_MAX]);
    expect(bursts[full]).toEqual([start + full * BURST_MAX, instructions - full * BURST_MAX]);
  });

  it.each([1, 2, 63, 64, 65, 400])('counts every instruction of %i iterations once', (rounds) => {
    const executedOnce = recordBursts(makeLoop(1)).executed;
    expect(recordBursts(makeLoop(rounds)).executed - executedOnce).toBe(4 * (rounds - 1));
  });
});
