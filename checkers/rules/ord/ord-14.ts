import { getFieldOrZero } from '../../../arch/index.js';
import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { QUAD } from '../../evidence/geometry/quad-columns.js';
import { type BinShape, computeBinShape } from '../../evidence/program/bin-shape.js';
import { defineRule, formatWave, locateWave, type WaveRecord } from '../../kit.js';

/**
 * Invariant: the binner replays a batch bin by bin, and each bin in primitive order (P-009; pipeline.md, stage
 * 1), so each packer forms the quads of a bin in primitive order. Without binning, the screen is a single bin.
 * The rule skips draws that allow a different order, and coarse fragments, which move bin boundaries.
 */
export const ORD_14 = defineRule({
  id: 'ORD-14',
  text: 'Within a bin, a packer forms quads in primitive order.',
  statements: ['P-009'],
  needs: ['wave-formed'],
  unarmedReason: 'every draw allows a different order or has one primitive per bin',
  create(ledgers, judge) {
    const { gfx, draws, grid, scenario, waves } = ledgers;
    if (grid.hasCoarseFragments) return { on: {} };
    const shapes = draws.map(({ draw }): BinShape | undefined =>
      draw.order !== 'relaxed' &&
      getFieldOrZero(gfx, draw.registers, 'PA_SC_MODE_CNTL_1.OUT_OF_ORDER_PRIMITIVE_ENABLE') === 0
        ? computeBinShape(gfx, draw, scenario.freedoms)
        : undefined,
    );
    /** The last primitive, keyed by packer, draw and bin. */
    const lastPrimitives = new Map<number, number>();

    const findInversion = (wave: WaveRecord, { width, height }: BinShape): Inversion | undefined => {
      const packerAndDraw = wave.packer * draws.length + wave.facts.index;
      let found: Inversion | undefined;
      for (let row = 0; row < wave.quads.length; row += QUAD_COLUMNS) {
        const [x, y] = [wave.quads[row + QUAD.X]!, wave.quads[row + QUAD.Y]!];
        const primitive = wave.quads[row + QUAD.PRIMITIVE]!;
        const bin =
          (packerAndDraw * BIN_STRIDE + Math.floor(y / height)) * BIN_STRIDE + Math.floor(x / width);
        const otherPrimitive = lastPrimitives.get(bin) ?? primitive;
        if (otherPrimitive !== primitive) judge.armed++;
        if (otherPrimitive > primitive) found ??= { x, y, primitive, otherPrimitive };
        lastPrimitives.set(bin, primitive);
      }
      return found;
    };

    return {
      on: {
        'wave-formed': (t) => {
          const wave = waves.find(t.wave);
          const shape = wave && shapes[wave.facts.index];
          const inversion = shape && findInversion(wave, shape);
          if (inversion !== undefined && judge.fires())
            judge.report({
              cycle: wave!.formedCycle,
              unit: 'sc',
              place: {
                ...locateWave(ledgers, wave!),
                primitive: inversion.primitive,
                otherPrimitive: inversion.otherPrimitive,
              },
              allowed: 'Within a bin, quads are formed in primitive order.',
              observed: `Packer ${wave!.packer} forms a quad for primitive ${inversion.primitive} at (${inversion.x}, ${inversion.y}) after one for primitive ${inversion.otherPrimitive} in the same bin.`,
              steps: [
                `cycle ${wave!.formedCycle}: ${formatWave(wave!)} is formed with primitive ${inversion.primitive}`,
              ],
              hint: 'Check the bin size (PA_SC_BINNER_CNTL_0) and the order in which the binner replays a batch.',
            });
        },
      },
    };
  },
});

/** A quad whose primitive is older than that of the previous quad in its bin. */
interface Inversion {
  readonly x: number;
  readonly y: number;
  readonly primitive: number;
  readonly otherPrimitive: number;
}

/** Exceeds the number of bins in a row or column of any screen. */
const BIN_STRIDE = 2 ** 11;
