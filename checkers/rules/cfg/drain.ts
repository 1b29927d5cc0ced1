import { WITH_STALLED_DRAIN, WITH_WAVE_IDS } from '../../../arch/index.js';
import { needsDrain } from '../../evidence/facts/needs-drain.js';
import { eachDraw, eachInterlockedDraw, requireField } from '../../evidence/rule/judge-draws.js';
import type { Rule } from '../../evidence/rule/rule.js';

const DRAIN = 'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP';
/** Value of PARTIAL_SQUAD_LAUNCH_CONTROL that launches a partial wave when nothing else moves. */
const ON_HANG_ONLY = 1;
/** Value of DB_DFSM_CONTROL.PUNCHOUT_MODE that switches it off for every draw. */
const FORCE_OFF = 2;

/** The rules about drains on overlap, and about the register that enables them. */
export const DRAIN_RULES: readonly Rule[] = [
  /**
   * Invariant: draws drain on overlap on chips that miss overlaps from some raster or depth sample count up
   * (S-130, S-131). Other drains are left to PERF-03.
   */
  {
    id: 'CFG-12',
    text: 'Draws whose overlaps the chip may miss drain on overlap.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-129', 'S-130', 'S-131', 'S-134', 'S-135'],
    create: eachInterlockedDraw((state) => {
      if (state.field(DRAIN) === 1 || !needsDrain(state)) return 'right';
      const { facts, chip } = state;
      return {
        allowed: `${chip.name} may miss overlaps of draws with ${chip.quirks?.missedOverlapSamples} samples or more: ${DRAIN} is 1.`,
        observed: `Draw ${facts.index} does not drain.`,
        hint: 'Derive the drain setting from the chip and the sample counts of the draw.',
      };
    }),
  },
  /** Invariant: if a drain never ends while partial waves are held back, draining draws release them (S-136). */
  {
    id: 'CFG-13',
    text: 'Draws that drain on overlap allow partial squads to launch when the pipe is idle.',
    severity: 'error',
    generations: WITH_STALLED_DRAIN,
    statements: ['S-136'],
    unarmed: "the scenes' own driver sets the bits this rule checks",
    create: eachDraw((state) => {
      if (state.chip.quirks?.stalledDrain !== true) return 'not-applicable';
      if (state.field(DRAIN) === 0) return 'not-applicable';
      return requireField(
        state,
        'DB_RENDER_OVERRIDE2.PARTIAL_SQUAD_LAUNCH_CONTROL',
        ON_HANG_ONLY,
        `A draw that drains on ${state.chip.name} allows partial squads to launch when the pipe is idle`,
      );
    }),
  },
  /**
   * Invariant: a write of DB_DFSM_CONTROL reached the hardware, as shown by the punch-out that every driver
   * forces off. The generations that have the register place it differently, so a stray write hits another one
   * (S-131, pops.md 7).
   */
  {
    id: 'CFG-14',
    text: 'DB_DFSM_CONTROL forces punch-out off.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-131'],
    create: eachDraw((state) =>
      requireField(state, 'DB_DFSM_CONTROL.PUNCHOUT_MODE', FORCE_OFF, 'Punch-out is forced off'),
    ),
  },
];
