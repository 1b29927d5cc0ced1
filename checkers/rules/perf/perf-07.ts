import { EXIT_BY_EXPORT, findRegisterField } from '../../../arch/index.js';
import { defineRule, formatCount } from '../../kit.js';

const FORCE_FIELD = 'DB_RENDER_CONTROL.FORCE_EXPORT_ORDER';

/**
 * Forcing it makes waves that share no pixels wait for each other. Draws that do not set the register are not checked.
 */
export const PERF_07 = defineRule({
  id: 'PERF-07',
  text: 'Export order is not forced.',
  severity: 'warning',
  generations: EXIT_BY_EXPORT,
  statements: ['S-088'],
  create(ledgers, judge) {
    const waveCounts: number[] = [];
    return {
      'wave-formed': ({ draw }) => {
        waveCounts[draw] = (waveCounts[draw] ?? 0) + 1;
      },
      finish: () => {
        for (const [index, cycle] of ledgers.drawStarts.all) {
          const registers = ledgers.draws[index]?.draw.registers;
          if (registers?.DB_RENDER_CONTROL === undefined) continue;
          judge.armed++;
          if (findRegisterField(ledgers.gfx, registers, FORCE_FIELD) !== 1) continue;
          if (judge.fires())
            judge.report({
              cycle,
              unit: 'registers',
              place: { draw: index },
              allowed: `Exports are sent in the order of their sections: ${FORCE_FIELD} is 0.`,
              observed: `Draw ${index} sets ${FORCE_FIELD}, which makes ${formatCount(waveCounts[index] ?? 0, 'wave', 'waves')} export one at a time.`,
              steps: [`DB_RENDER_CONTROL = 0x${registers.DB_RENDER_CONTROL.toString(16)}`],
              hint: 'Clear this debug setting when it is no longer needed.',
            });
        }
      },
    };
  },
});
