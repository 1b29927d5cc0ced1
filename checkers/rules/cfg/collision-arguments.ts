import { WITH_WAVE_IDS } from '../../../arch/index.js';
import type { DrawState } from '../../evidence/facts/draw-state.js';
import type { Judgement } from '../../evidence/rule/judge-draws.js';
import {
  checkEachDraw,
  checkInterlockedDraws,
  requireField,
  requires,
} from '../../evidence/rule/judge-draws.js';
import { defineRule } from '../../kit.js';

/**
 * Checks that SPI loads an argument if and only if SC supplies it. Both have an enable bit with the same name
 * (S-012, S-059). Chips whose headers reserve the bit in SC are not checked, as its effect there is undocumented
 * (pops.md 9, U28).
 */
const checkEnables =
  (field: string) =>
  (state: DrawState): Judgement => {
    if (state.chip.quirks?.reservedCollisionEnable === true) return 'not-applicable';
    const loads = state.getField(`SPI_SHADER_PGM_RSRC2_PS.${field}`);
    const supplies = state.getField(`PA_SC_SHADER_CONTROL.${field}`);
    if (loads === supplies) return 'ok';
    return {
      allowed: `${field} has the same value in SPI_SHADER_PGM_RSRC2_PS and PA_SC_SHADER_CONTROL.`,
      observed: `In draw ${state.facts.index}, the values are ${loads} and ${supplies}, respectively: ${loads === 1 ? 'SPI loads what SC does not supply' : 'SC supplies what SPI does not load'}.`,
      hint: 'Program both registers from the same description of the shader.',
    };
  };

const ARGUMENT = 'pops_intrawave_collision';

/** Rules for the collision arguments, which SC supplies and SPI loads. */
export const COLLISION_ARGUMENT_RULES = [
  /** The argument tells an ordered wave what to wait for. */
  defineRule({
    id: 'CFG-01',
    text: 'SPI loads the collision argument for ordered shaders.',
    generations: WITH_WAVE_IDS,
    statements: ['S-012'],
    create: checkInterlockedDraws(
      requires(
        'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID',
        1,
        'Ordered shaders need the collision argument',
      ),
    ),
  }),
  /**
   * Without it, such programs would read the wrong register; with it, others would run a wave's overlapping quads
   * concurrently.
   */
  defineRule({
    id: 'CFG-02',
    text: 'SPI loads the intrawave collision argument if and only if the program uses it.',
    statements: ['S-059', 'S-075'],
    create: checkEachDraw((state) => {
      const usesArgument = state.facts.program.arguments.some(({ name }) => name === ARGUMENT);
      const field = 'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION';
      return usesArgument
        ? requireField(state, field, 1, 'The program resolves collisions within a wave')
        : requireField(state, field, 0, 'The program does not resolve collisions within a wave');
    }),
  }),
  /**
   * Chips whose headers reserve the enable bit in SC are not checked, as its effect there is undocumented (pops.md 9,
   * U28).
   */
  defineRule({
    id: 'CFG-03',
    text: 'SC and SPI agree on whether there is a collision argument.',
    generations: WITH_WAVE_IDS,
    statements: ['S-012'],
    create: checkEachDraw(checkEnables('LOAD_COLLISION_WAVEID')),
  }),
  /** Otherwise, waves contain overlaps that the shader does not resolve. */
  defineRule({
    id: 'CFG-04',
    text: 'SC and SPI agree on whether there is an intrawave collision argument.',
    generations: WITH_WAVE_IDS,
    statements: ['S-059'],
    create: checkEachDraw(checkEnables('LOAD_INTRAWAVE_COLLISION')),
  }),
];
