import type { ExportOperation, Gfx } from '../../../arch/index.js';
import {
  coverageAlphaTarget,
  type DepthExportValue,
  depthExportPlace,
  EXPORT_TARGET,
  exportedColour,
} from '../../../arch/index.js';
import { type Draw, QUAD_COLUMNS } from '../../../transactions/index.js';
import { hasLane } from '../basics/lanes.js';
import { alphaFragment } from '../geometry/alpha-samples.js';

/** Sources per export. */
const SOURCES = 4;
const CHANNELS = 4;

const ALL_SAMPLES = -1;

/** Bits per target in SPI_SHADER_COL_FORMAT. */
const FORMAT_BITS = 4;

/** An export with the words it reads: source `i` of lane `l` is `words[from(i) + l]`. */
export interface ReadExport extends Pick<ExportOperation, 'target' | 'enabled' | 'compressed'> {
  readonly lanes: number;
  readonly words: Int32Array;
  readonly from: (source: number) => number;
}

/** Exports of one wave, from the reference or the stream. */
export class LaneColours {
  /** Words of each target, `words[source * lanes + lane]`. */
  private readonly targets = new Map<number, Int32Array>();
  /** Which words the export to MRTZ has, one bit each. */
  private depthWordMask = 0;
  /** Arrays from earlier waves, for reuse. */
  private readonly free: Int32Array[] = [];
  private low = 0;
  private high = 0;
  private lanes = 0;
  private readonly colour = new Float64Array(CHANNELS);
  /** Whether several exports went to one target, so that it is unknown which counts. */
  isAmbiguous = false;

  constructor(private readonly gfx: Gfx) {}

  /** Clears everything for the next wave. */
  clear(): void {
    for (const colours of this.targets.values()) this.free.push(colours);
    this.targets.clear();
    this.depthWordMask = 0;
    this.low = 0;
    this.high = 0;
    this.isAmbiguous = false;
  }

  /** Sets the lanes that count as alive: those of the last export. */
  setAliveLanes(low: number, high: number): void {
    this.low = low;
    this.high = high;
  }

  /** Records an export's contents. */
  take({ target, enabled, compressed, lanes, words, from }: ReadExport): void {
    this.lanes = lanes;
    if (enabled === 0) return;
    if (this.targets.has(target)) this.isAmbiguous = true;
    const kept = this.free.pop()?.fill(0) ?? new Int32Array(SOURCES * lanes);
    for (let source = 0; source < SOURCES; source++) {
      const channels = compressed ? (enabled >>> (2 * source)) & 3 : (enabled >>> source) & 1;
      if (channels === 0 || (compressed && source >= 2)) continue;
      kept.set(words.subarray(from(source), from(source) + lanes), source * lanes);
      if (target === EXPORT_TARGET.MRTZ) this.depthWordMask |= 1 << source;
    }
    this.targets.set(target, kept);
  }

  /** Whether a lane was active at the last export; the others are discarded. */
  isAlive(lane: number): boolean {
    return hasLane(this.low, this.high, lane);
  }

  /**
   * Stores a lane's colour for a target in `colour`; returns false if it exports none. With dual sources, since GFX11, DUAL0 has both
   * sources of the even lane of each pair, and DUAL1 those of the odd lane: the first source is in the pair's even lane, the
   * second in its odd lane.
   */
  read({ registers }: Draw, target: number, lane: number, colour: Float64Array): boolean {
    const format = ((registers.SPI_SHADER_COL_FORMAT ?? 0) >>> (FORMAT_BITS * target)) & 0xf;
    const single = this.targets.get(target);
    const dual = target < 2 ? this.targets.get(EXPORT_TARGET.DUAL0 + (lane % 2)) : undefined;
    const words = single ?? dual;
    if (words === undefined) return false;
    const from = single === undefined ? lane - (lane % 2) + target : lane;
    exportedColour(this.gfx, format, words, this.lanes, from, colour);
    return true;
  }

  /** Samples that a lane's exported mask leaves; all if it exports none. */
  mask(draw: Draw, lane: number): number {
    return this.depthWord(draw, 'mask', lane) ?? ALL_SAMPLES;
  }

  /** A lane's MRTZ value, with its upper bits; undefined if it exports none. */
  depthWord({ registers }: Draw, value: DepthExportValue, lane: number): number | undefined {
    const place = depthExportPlace(registers.SPI_SHADER_Z_FORMAT ?? 0, value);
    const words = this.targets.get(EXPORT_TARGET.MRTZ);
    if (place === undefined || words === undefined || ((this.depthWordMask >>> place.word) & 1) === 0)
      return undefined;
    return words[place.word * this.lanes + lane] >>> place.bit;
  }

  /** Samples of a lane's fragment that alpha leaves; all if its target is not exported, undefined if alpha is NaN. */
  alphaMask(draw: Draw, lane: number, quads: Int32Array): number | undefined {
    const alpha = this.alpha(draw, lane);
    if (alpha === undefined) return ALL_SAMPLES;
    if (Number.isNaN(alpha)) return undefined;
    const { DB_ALPHA_TO_MASK = 0 } = draw.registers;
    const row = (lane >> 2) * QUAD_COLUMNS;
    return alphaFragment(DB_ALPHA_TO_MASK, alpha, draw.samples, quads, row, lane & 3);
  }

  /** Alpha that decides coverage; undefined if its target is not exported. */
  alpha(draw: Draw, lane: number): number | undefined {
    const { colour } = this;
    const depth = this.targets.get(EXPORT_TARGET.MRTZ);
    const target = coverageAlphaTarget(this.gfx, draw.registers, depth !== undefined);
    if (depth === undefined || target !== EXPORT_TARGET.MRTZ)
      return this.read(draw, 0, lane, colour) ? colour[3] : undefined;
    exportedColour(this.gfx, draw.registers.SPI_SHADER_Z_FORMAT ?? 0, depth, this.lanes, lane, colour);
    return colour[3];
  }
}
