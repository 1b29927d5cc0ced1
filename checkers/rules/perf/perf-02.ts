import { factsOf } from '../../../arch/index.js';
import { checkEachDraw } from '../../evidence/rule/judge-draws.js';
import { defineRule } from '../../kit.js';
import { CostByDraw } from './cost-by-draw.js';

/** Tracking fewer samples is legal, but it also orders invocations that share no sample. */
export const PERF_02 = defineRule({
  id: 'PERF-02',
  text: 'A sample interlock tracks overlap per sample.',
  severity: 'warning',
  statements: ['S-117', 'S-120'],
  needs: ['wave-formed'],
  reads: ({ exits }) => exits,
  unarmedReason: 'the interlock is per pixel',
  create(ledgers, judge) {
    const costs = new CostByDraw();
    const addRemaining = ledgers.waves.onEachWave(({ facts, didOverlap, predecessors }) => {
      if (!didOverlap) return;
      const cost = costs.getCost(facts.index);
      cost.waveCount++;
      if (predecessors.length === 0) cost.affectedCount++;
    });
    const rateField = factsOf(ledgers.gfx).overlapRateField;
    const draws = checkEachDraw((state) => {
      const { perSample, index, draw } = state.facts;
      if (!perSample || draw.samples === 1) return 'not-applicable';
      const rateLog2 = state.getField(rateField);
      const exposedLog2 = state.exposedSamplesLog2;
      if (rateLog2 === undefined || exposedLog2 === undefined || rateLog2 >= exposedLog2) return 'ok';
      const { affectedCount, waveCount } = costs.getCost(index);
      return {
        allowed: `For a sample interlock with ${1 << exposedLog2} exposed samples, ${rateField} is ${exposedLog2}.`,
        observed: `Draw ${index} sets ${rateField} to ${rateLog2}; of its ${waveCount} waves reported as overlapping, ${affectedCount} shared no samples with an unfinished wave.`,
        hint: 'Program the exposed sample count for shaders with a sample interlock.',
      };
    })(ledgers, judge);
    return {
      finish: (end) => {
        addRemaining();
        draws.finish?.(end);
      },
    };
  },
});
