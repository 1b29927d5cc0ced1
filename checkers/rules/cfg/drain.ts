import { WITH_STALLED_DRAIN, WITH_WAVE_IDS } from '../../../arch/index.js';
import { needsDrain } from '../../evidence/facts/draw-state.js';
import {
  checkEachDraw,
  checkInterlockedDraws,
  requireField,
  requires,
} from '../../evidence/rule/judge-draws.js';
import { defineRule } from '../../kit.js';

const DRAIN_FIELD = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';
/** The PARTIAL_SQUAD_LAUNCH_CONTROL value that launches partial squads only when nothing else can proceed. */
const ON_HANG_ONLY = 1;
/** The DB_DFSM_CONTROL.PUNCHOUT_MODE value that switches punch-out off for every draw. */
const FORCED_OFF = 2;

/** Rules for draining on overlap, and for the register that enables it. */
export const DRAIN_RULES = [
  /** Some chips do at or above a certain number of raster or depth samples. PERF-03 covers unnecessary drains. */
  defineRule({
    id: 'CFG-12',
    text: 'A draw drains on overlap if the chip might miss its overlaps.',
    generations: WITH_WAVE_IDS,
    statements: ['S-129', 'S-130', 'S-131', 'S-134', 'S-135'],
    create: checkInterlockedDraws((state) => {
      if (state.getField(DRAIN_FIELD) === 1 || !needsDrain(state)) return 'ok';
      const { facts, chip } = state;
      return {
        allowed: `${chip.name} may miss overlaps in draws with ${chip.quirks?.missedOverlapSamples} or more samples, so ${DRAIN_FIELD} must be 1.`,
        observed: `Draw ${facts.index} does not drain.`,
        hint: "Derive the drain setting from the chip and the draw's sample counts.",
      };
    }),
  }),
  /** Only on chips where a drain never ends while partial squads are held back. */
  defineRule({
    id: 'CFG-13',
    text: 'Draws that drain on overlap allow partial squads to launch when the pipe is idle.',
    generations: WITH_STALLED_DRAIN,
    statements: ['S-136'],
    unarmedReason: 'the driver used for the scenes already sets the bits that this rule checks',
    create: checkEachDraw((state) => {
      if (state.chip.quirks?.stalledDrain !== true || state.getField(DRAIN_FIELD) === 0)
        return 'not-applicable';
      return requireField(
        state,
        'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL',
        ON_HANG_ONLY,
        `A draw that drains on ${state.chip.name} lets partial squads launch when nothing else can proceed`,
      );
    }),
  }),
  /**
   * Every driver does so. The register's location depends on the generation, and a write to the wrong one hits
   * another (pops.md 7).
   */
  defineRule({
    id: 'CFG-14',
    text: 'DB_DFSM_CONTROL forces punch-out off.',
    generations: WITH_WAVE_IDS,
    statements: ['S-131'],
    create: checkEachDraw(requires('DB_DFSM_CONTROL.PUNCHOUT_MODE', FORCED_OFF, 'Punch-out is forced off')),
  }),
];
