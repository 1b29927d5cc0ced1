import { WITH_WAVE_IDS } from '../../../arch/index.js';
import { needsDrain } from '../../evidence/facts/draw-state.js';
import { checkEachDraw } from '../../evidence/rule/judge-draws.js';
import { defineRule, formatCount } from '../../kit.js';

const DRAIN_FIELD = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';

/** On other chips, draining is legal but slow. */
export const PERF_03 = defineRule({
  id: 'PERF-03',
  text: 'Draws drain on overlap only if their chip may miss overlaps.',
  severity: 'warning',
  generations: WITH_WAVE_IDS,
  statements: ['S-135'],
  needs: ['wave-formed'],
  unarmedReason: 'no draw drained on overlap',
  create(ledgers, judge) {
    /** Number of waves closed early by a drain, per draw. */
    const closedCounts = new Map<number, number>();
    const { finish } = checkEachDraw((state) => {
      if (state.getField(DRAIN_FIELD) !== 1) return 'not-applicable';
      if (needsDrain(state)) return 'ok';
      const { index } = state.facts;
      return {
        allowed: `Only draws that may miss overlaps need to drain: ${DRAIN_FIELD} is 0.`,
        observed: `Draw ${index} drains unnecessarily, which closed ${formatCount(closedCounts.get(index) ?? 0, 'wave', 'waves')} early.`,
        hint: 'Derive the drain setting from the chip and the sample counts of each draw, and clear it again for the next draw.',
      };
    })(ledgers, judge);
    return {
      'wave-formed': ({ draw, reason }) => {
        if (reason === 'drain') closedCounts.set(draw, (closedCounts.get(draw) ?? 0) + 1);
      },
      ...(finish === undefined ? {} : { finish }),
    };
  },
});
