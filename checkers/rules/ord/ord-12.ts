import { keepsPrimitiveOrder } from '../../evidence/program/draws.js';
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
    const keepsOrder = draws.map(({ draw }) => keepsPrimitiveOrder(gfx, draw));
    if (draws.every(({ ordered }, index) => ordered || keepsOrder[index] === false)) return {};
    /** The last primitive at each unit from a draw that keeps order. */
    const lastPrimitive = memory.take(grid.unitCount).fill(NONE);
    const findDraw = (primitive: number): number =>
      draws.findLastIndex(({ firstPrimitive }) => firstPrimitive <= primitive);
    /**
     * Records a wave's invocations. Returns the first one that follows an invocation of a later primitive, unless both
     * draws require order.
     */
    const findInversion = (wave: WaveRecord) => {
      const { held, facts, lanePixels } = wave;
      const { units, unitStarts } = held;
      let found: { unit: number; primitive: number; otherPrimitive: number } | undefined;
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
          if (inversion === undefined || !judge.fires()) return;
          const { unit, primitive, otherPrimitive } = inversion;
          judge.reportAt(wave, wave.formedCycle, {
            unit: 'sc',
            place: { ...locateUnit(ledgers, unit), primitive, otherPrimitive },
            allowed: 'Invocations that share a pixel or sample are formed in primitive order.',
            observed: `${formatWave(wave)} covers ${formatUnit(ledgers, unit)} with primitive ${primitive} after primitive ${otherPrimitive}.`,
            steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with primitive ${primitive}`],
            hint: 'Check the order in which the binner replays a batch, and the out-of-order rasterisation setting.',
          });
        },
      },
    };
  },
});
