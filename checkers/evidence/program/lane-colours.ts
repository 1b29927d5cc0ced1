import type { DepthExportValue, ExportOperation, Gfx } from '../../../arch/index.js';
import {
  EXPORT_TARGET,
  getCoverageAlphaTarget,
  getDepthExportPosition,
  readExportedColour,
} from '../../../arch/index.js';
import { type Draw, QUAD_COLUMNS } from '../../../transactions/index.js';
import { hasLane } from '../basics/words.js';
import { computeAlphaFragmentMask } from '../geometry/alpha-samples.js';

const SOURCE_COUNT = 4;
const CHANNELS = 4;

const ALL_SAMPLES = -1;

/** Number of bits per target in SPI_SHADER_COL_FORMAT. */
const FORMAT_BITS = 4;

/** An export and the words that it reads. Source `i` of lane `l` is `words[getOffset(i) + l]`. */
interface ExportWords extends Pick<ExportOperation, 'target' | 'enabled' | 'compressed'> {
  readonly lanes: number;
  readonly words: Int32Array;
  readonly getOffset: (source: number) => number;
}

/** The exports of one wave, either from the reference or from the stream. */
export class LaneColours {
  /** The words exported to each target, at `words[source * lanes + lane]`. */
  private readonly targets = new Map<number, Int32Array>();
  /** Mask of the words that the export to MRTZ contains. */
  private depthWordMask = 0;
  /** Arrays from earlier waves, kept for reuse. */
  private readonly pool: Int32Array[] = [];
  private aliveLow = 0;
  private aliveHigh = 0;
  private lanes = 0;
  private readonly colour = new Float64Array(CHANNELS);
  /** Whether several exports went to the same target, so it is unclear which one takes effect. */
  isAmbiguous = false;

  constructor(private readonly gfx: Gfx) {}

  /** Clears everything, ready for the next wave. */
  clear(): void {
    for (const colours of this.targets.values()) this.pool.push(colours);
    this.targets.clear();
    this.depthWordMask = 0;
    this.aliveLow = 0;
    this.aliveHigh = 0;
    this.isAmbiguous = false;
  }

  /** Sets the mask of live lanes: those that were active at the last export. */
  setLiveLanes(aliveLow: number, aliveHigh: number): void {
    this.aliveLow = aliveLow;
    this.aliveHigh = aliveHigh;
  }

  /** Records the contents of an export. */
  record({ target, enabled, compressed, lanes, words, getOffset }: ExportWords): void {
    this.lanes = lanes;
    if (enabled === 0) return;
    if (this.targets.has(target)) this.isAmbiguous = true;
    const stored = this.pool.pop()?.fill(0) ?? new Int32Array(SOURCE_COUNT * lanes);
    for (let source = 0; source < SOURCE_COUNT; source++) {
      const channels = compressed ? (enabled >>> (2 * source)) & 3 : (enabled >>> source) & 1;
      if (channels === 0 || (compressed && source >= 2)) continue;
      stored.set(words.subarray(getOffset(source), getOffset(source) + lanes), source * lanes);
      if (target === EXPORT_TARGET.MRTZ) this.depthWordMask |= 1 << source;
    }
    this.targets.set(target, stored);
  }

  /** Whether a lane was active at the last export. All other lanes were discarded. */
  isAlive(lane: number): boolean {
    return hasLane(this.aliveLow, this.aliveHigh, lane);
  }

  /**
   * Stores a lane's colour for a target in `colour`, or returns false if the lane does not export one. With
   * dual sources on GFX11 and later, DUAL0 has both sources of the even lane of each pair, and DUAL1 has those of
   * the odd lane. The first source is in the pair's even lane, the second in its odd lane.
   */
  read({ registers }: Draw, target: number, lane: number, colour: Float64Array): boolean {
    const format = ((registers.SPI_SHADER_COL_FORMAT ?? 0) >>> (FORMAT_BITS * target)) & 0xf;
    const single = this.targets.get(target);
    const dual = target < 2 ? this.targets.get(EXPORT_TARGET.DUAL0 + (lane % 2)) : undefined;
    const words = single ?? dual;
    if (words === undefined) return false;
    const sourceLane = single === undefined ? lane - (lane % 2) + target : lane;
    readExportedColour(this.gfx, format, words, this.lanes, sourceLane, colour);
    return true;
  }

  /** Returns the sample mask that a lane exported, or all samples if it exported no mask. */
  getMask(draw: Draw, lane: number): number {
    return this.getDepthWord(draw, 'mask', lane) ?? ALL_SAMPLES;
  }

  /** Returns the value that a lane exported to MRTZ, with the higher bits left in, or undefined if there is none. */
  getDepthWord({ registers }: Draw, value: DepthExportValue, lane: number): number | undefined {
    const position = getDepthExportPosition(registers.SPI_SHADER_Z_FORMAT ?? 0, value);
    const words = this.targets.get(EXPORT_TARGET.MRTZ);
    if (position === undefined || words === undefined || ((this.depthWordMask >>> position.word) & 1) === 0)
      return undefined;
    return words[position.word * this.lanes + lane] >>> position.bit;
  }

  /**
   * Returns the mask of the samples that alpha keeps in a lane's fragment, which is all of them if the target
   * containing alpha is not exported; undefined if alpha is NaN.
   */
  getAlphaMask(draw: Draw, lane: number, quads: Int32Array): number | undefined {
    const alpha = this.getAlpha(draw, lane);
    if (alpha === undefined) return ALL_SAMPLES;
    if (Number.isNaN(alpha)) return undefined;
    const { DB_ALPHA_TO_MASK = 0 } = draw.registers;
    const row = (lane >> 2) * QUAD_COLUMNS;
    return computeAlphaFragmentMask(DB_ALPHA_TO_MASK, alpha, draw.samples, quads, row, lane & 3);
  }

  /** Returns the alpha value that determines a lane's coverage, or undefined if its target is not exported. */
  getAlpha(draw: Draw, lane: number): number | undefined {
    const { colour } = this;
    const depth = this.targets.get(EXPORT_TARGET.MRTZ);
    const target = getCoverageAlphaTarget(this.gfx, draw.registers, depth !== undefined);
    if (depth === undefined || target !== EXPORT_TARGET.MRTZ)
      return this.read(draw, 0, lane, colour) ? colour[3] : undefined;
    readExportedColour(this.gfx, draw.registers.SPI_SHADER_Z_FORMAT ?? 0, depth, this.lanes, lane, colour);
    return colour[3];
  }
}
