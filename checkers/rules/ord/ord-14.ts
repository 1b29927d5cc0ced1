import { type Gfx, getFieldOrZero } from '../../../arch/index.js';
import { type Draw, type KnobValues, QUAD_COLUMNS, setting } from '../../../transactions/index.js';
import { keepsPrimitiveOrder } from '../../evidence/program/draws.js';
import { defineRule, formatWave, QUAD, type WaveRecord } from '../../kit.js';

/** The width and height of a draw's bins in pixels; infinite if it has no bins. */
interface BinShape {
  readonly width: number;
  readonly height: number;
}

const ALLOWED = 0;
/** The BINNING_MODE value that always uses bins. */
const FORCED = 1;

const WHOLE_SCREEN: BinShape = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY };

/**
 * Returns the shape of the bins in which a draw's primitives are replayed, according to PA_SC_BINNER_CNTL_0, `binning`
 * and `binSize` (P-009).
 */
function computeBinShape(gfx: Gfx, { registers }: Draw, freedoms: KnobValues): BinShape {
  const field = (name: string): number => getFieldOrZero(gfx, registers, `PA_SC_BINNER_CNTL_0.${name}`);
  const mode = field('BINNING_MODE');
  const isBinned = mode === FORCED || (mode === ALLOWED && freedoms.binning === setting('binning', 'on'));
  if (!isBinned) return WHOLE_SCREEN;
  if (freedoms.binSize > 0) return { width: freedoms.binSize, height: freedoms.binSize };
  // Mesa's encoding: 16 pixels, or 32 pixels doubled EXTEND times.
  const getEdge = (axis: string): number =>
    field(`BIN_SIZE_${axis}`) === 1 ? 16 : 2 ** (5 + field(`BIN_SIZE_${axis}_EXTEND`));
  return { width: getEdge('X'), height: getEdge('Y') };
}

/**
 * The binner replays a batch bin by bin (pipeline.md, stage 1). Without binning, the screen is a single bin.
 */
export const ORD_14 = defineRule({
  id: 'ORD-14',
  text: 'Within a bin, a packer forms quads in primitive order.',
  statements: ['P-009'],
  needs: ['wave-formed'],
  unarmedReason: 'every draw allows a different order or has one primitive per bin',
  skips: { scenes: 'with coarse fragments: they move the boundaries of bins' },
  create(ledgers, judge) {
    const { gfx, draws, grid, scenario } = ledgers;
    if (grid.hasCoarseFragments) return {};
    const shapes = draws.map(({ draw }) =>
      keepsPrimitiveOrder(gfx, draw) ? computeBinShape(gfx, draw, scenario.freedoms) : undefined,
    );
    /** The last primitive, keyed by packer, draw and bin. */
    const lastPrimitives = new Map<number, number>();

    const findInversion = (wave: WaveRecord, { width, height }: BinShape) => {
      const packerAndDraw = wave.packer * draws.length + wave.facts.index;
      let found: { x: number; y: number; primitive: number; otherPrimitive: number } | undefined;
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
      onWave: {
        'wave-formed': (wave) => {
          const shape = shapes[wave.facts.index];
          const inversion = shape && findInversion(wave, shape);
          if (inversion === undefined || !judge.fires()) return;
          const { x, y, primitive, otherPrimitive } = inversion;
          judge.reportAt(wave, wave.formedCycle, {
            unit: 'sc',
            place: { primitive, otherPrimitive },
            allowed: 'Within a bin, quads are formed in primitive order.',
            observed: `Packer ${wave.packer} forms a quad for primitive ${primitive} at (${x}, ${y}) after one for primitive ${otherPrimitive} in the same bin.`,
            steps: [`cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with primitive ${primitive}`],
            hint: 'Check the bin size (PA_SC_BINNER_CNTL_0) and the order in which the binner replays a batch.',
          });
        },
      },
    };
  },
});

/** Exceeds the number of bins in a row or column of any screen. */
const BIN_STRIDE = 2 ** 11;
