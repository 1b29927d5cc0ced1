import { factsOf, WITH_MEMORY_ORDER_FIELD } from '../../../arch/index.js';
import {
  checkEachDraw,
  checkInterlockedDraws,
  requireField,
  requires,
} from '../../evidence/rule/judge-draws.js';
import { defineRule } from '../../kit.js';

const BINNER = 'PA_SC_BINNER_CNTL_0';

/**
 * Rules for everything else that ordering depends on: export space, in-order memory returns, and options that no driver
 * sets, which must stay off.
 */
export const OTHER_ORDERING_RULES = [
  /** Ordering depends on it: without one, GFX10 skips exports and does not synchronise, and GFX11 hangs. */
  defineRule({
    id: 'CFG-11',
    text: 'An export format reserves export space.',
    statements: ['S-109', 'S-110', 'S-111'],
    create: checkInterlockedDraws((state) => {
      const colourFormats = state.register('SPI_SHADER_COL_FORMAT');
      if (colourFormats !== undefined && colourFormats !== 0) return 'ok';
      const depthFormat = state.getField('SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT');
      if (depthFormat !== 0) return 'ok';
      return {
        allowed: 'SPI_SHADER_COL_FORMAT or SPI_SHADER_Z_FORMAT selects an export format.',
        observed: `Both are 0 in draw ${state.facts.index}, which therefore gets no export space.`,
        hint: 'A shader without outputs needs a 32_R format for colour 0, with CB_SHADER_MASK 0.',
      };
    }),
  }),
  /** Otherwise, the counts that a wave waits for before it exits are meaningless. */
  defineRule({
    id: 'CFG-20',
    text: 'Memory accesses return in order.',
    generations: WITH_MEMORY_ORDER_FIELD,
    statements: ['S-083', 'S-086'],
    create: checkEachDraw(
      requires('SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED', 1, 'Waits on access counts rely on in-order returns'),
    ),
  }),
  /** They have the value that every driver uses (pops.md 7 and 11, U17). */
  defineRule({
    id: 'CFG-21',
    text: 'No option with an unknown effect on ordering is set.',
    severity: 'warning',
    statements: ['S-113', 'S-150', 'S-151'],
    create: checkEachDraw((state) => {
      const { registers } = state.facts.draw;
      // A draw that does not set up the binner leaves its options off.
      const options = factsOf(state.chip.gfx).unknownOptions.filter(
        (name) => !name.startsWith(BINNER) || registers[BINNER] !== undefined,
      );
      const judgements = options.map((name) =>
        requireField(state, name, 0, 'No driver sets this option, and its effect on ordering is unknown'),
      );
      return judgements.find((judgement) => judgement !== 'ok') ?? 'ok';
    }),
  }),
];
