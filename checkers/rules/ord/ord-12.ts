import { getFieldOrZero } from '../../../arch/index.js';
import { defineRule, formatUnit, formatWave, locateUnit, type WaveRecord } from '../../kit.js';

const NONE = -1;

/**
 * Blending and tests depend on it. A draw allows a different order through OUT_OF_ORDER_PRIMITIVE_ENABLE or because
 * the API does not require one. ORD-08 covers pairs of draws that both require order.
 */
export const ORD_12 = defineRule({
  id: 'ORD-12',
  text: 'Even without an ordered interlock, invocations that share a pixel or sample are formed in primitive order, unless a draw allows a different order.',
  statements: ['S-138', 'S-143', 'P-009'],
  needs: ['wave-formed'],
  unarmedReason: 'no draw without an ordered interlock keeps primitive order',
  create(ledgers, judge) {
    const { gfx, draws, grid, memory } = ledgers;
    const keepsOrder = draws.map(
      ({ draw }) =>
        draw.order !== 'relaxed' &&
        getFieldOrZero(gfx, draw.registers, 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE') === 0,
    );
    if (draws.every(({ ordered }, index) => ordered || keepsOrder[index] === false)) return {};
    /** The last primitive at each unit from a draw that keeps order. */
    const lastPrimitive = memory.take(grid.unitCount).fill(NONE);
    const findDraw = (primitive: number): number =>
      draws.findLastIndex(({ firstPrimitive }) => firstPrimitive <= primitive);
    /**
     * Records a wave's invocations. Returns the first one that follows an invocation of a later primitive, unless both
     * draws require order.
     */
    const findInversion = (wave: WaveRecord): Inversion | undefined => {
      const { held, facts, lanePixels } = wave;
      const { units, unitStarts } = held;
      let found: Inversion | undefined;
      for (let lane = 0; lane < lanePixels.length; lane++)
        for (let index = unitStarts[lane]!; index < unitStarts[lane + 1]!; index++) {
          const unit = units[index]!;
          const [primitive, otherPrimitive] = [wave.getPrimitive(lane >> 2), lastPrimitive[unit]!];
          if (otherPrimitive !== NONE && !facts.ordered) judge.armed++;
          if (otherPrimitive > primitive && !(facts.ordered && draws[findDraw(otherPrimitive)]!.ordered))
            found ??= { unit, primitive, otherPrimitive };
          lastPrimitive[unit] = primitive;
        }
      return found;
    };
    return {
      onWave: {
        'wave-formed': (wave) => {
          if (keepsOrder[wave.facts.index] !== true) return;
          const inversion = findInversion(wave);
          if (inversion !== undefined && judge.fires())
            judge.reportAt(wave, wave.formedCycle, {
              unit: 'sc',
              place: {
                ...locateUnit(ledgers, inversion.unit),
                primitive: inversion.primitive,
                otherPrimitive: inversion.otherPrimitive,
              },
              allowed: 'Invocations that share a pixel or sample are formed in primitive order.',
              observed: `${formatWave(wave)} covers ${formatUnit(ledgers, inversion.unit)} with primitive ${inversion.primitive} after primitive ${inversion.otherPrimitive}.`,
              steps: [
                `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with primitive ${inversion.primitive}`,
              ],
              hint: 'Check the order in which the binner replays a batch, and the out-of-order rasterisation setting.',
            });
        },
      },
    };
  },
});

/** An invocation that was formed after an invocation of a later primitive. */
interface Inversion {
  readonly unit: number;
  readonly primitive: number;
  readonly otherPrimitive: number;
}
