import { type Chip, chipOf, WITH_DRAIN_BUGS } from '../../../arch/index.js';
import { DrawState, needsDrain } from '../../evidence/facts/draw-state.js';
import { defineRule } from '../../kit.js';

const DRAIN_FIELD = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';
const PARTIAL_SQUADS_FIELD = 'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL';
const ON_HANG_ONLY = 1;

/** On vega10 and raven, draining at eight or more samples; on navi1x, launching partial squads in draining draws. */
export const HANG_08 = defineRule({
  id: 'HANG-08',
  text: 'Draws apply the workarounds for known hangs on their chip.',
  generations: WITH_DRAIN_BUGS,
  statements: ['S-129', 'S-130', 'S-136'],
  onlyChecksHangs: true,
  needs: ['wave-formed', 'quiesced'],
  create(ledgers, judge) {
    const chip = chipOf(ledgers.scenario.chip);
    return {
      quiesced: ({ cycle, waiting }) => {
        if (waiting.length === 0) return;
        for (const [index] of ledgers.drawStarts.all) {
          const facts = ledgers.draws[index];
          if (facts === undefined) continue;
          const state = new DrawState(facts, chip);
          judge.armed++;
          const missing = findMissingWorkaround(state, chip);
          if (missing === undefined) continue;
          if (judge.fires())
            judge.report({
              cycle,
              unit: 'registers',
              place: { draw: index },
              allowed: `Draw ${index} completes, because its registers enable the workaround for the known ${chip.name} hang.`,
              observed: `The registers lack ${missing}, and the device went idle with work outstanding.`,
              steps: state.readings,
              hint: 'Program the workaround for every draw that meets its condition, including later draws with the same pipeline.',
            });
          return;
        }
      },
    };
  },
});

function findMissingWorkaround(state: DrawState, { quirks }: Chip): string | undefined {
  const isDraining = state.getField(DRAIN_FIELD) === 1;
  if (!isDraining && needsDrain(state))
    return `the drain required at ${quirks?.missedOverlapSamples} or more samples`;
  if (isDraining && quirks?.stalledDrain === true && state.getField(PARTIAL_SQUADS_FIELD) !== ON_HANG_ONLY)
    return 'the partial squad launch required for draining draws';
  return undefined;
}
