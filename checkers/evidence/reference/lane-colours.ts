import type { Gfx, Instruction, WaveState } from '../../../arch/index.js';
import {
  coverageAlphaTarget,
  depthExportPlace,
  EXPORT_TARGET,
  exportedColour,
  SCALAR,
} from '../../../arch/index.js';
import type { Draw } from '../../../transactions/index.js';
import { hasLane } from '../basics/lanes.js';

/** Sources of an export. */
const SOURCES = 4;

const ALL_SAMPLES = -1;

/** Bits of one target in SPI_SHADER_COL_FORMAT. */
const FORMAT_BITS = 4;

/** Exports of one wave when the reference ran it. */
export class LaneColours {
  /** Words of each target, `words[source * lanes + lane]`. */
  private readonly targets = new Map<number, Int32Array>();
  /** A bit for each word that the export to MRTZ carries. */
  private depthWords = 0;
  /** Arrays that earlier waves used. */
  private readonly free: Int32Array[] = [];
  private low = 0;
  private high = 0;
  private lanes = 0;
  /** Several exports went to one target, so it is unknown which one counts. */
  isAmbiguous = false;

  constructor(private readonly gfx: Gfx) {}

  /** Forgets all for the next wave. */
  clear(): void {
    for (const colours of this.targets.values()) this.free.push(colours);
    this.targets.clear();
    this.depthWords = 0;
    this.low = 0;
    this.high = 0;
    this.isAmbiguous = false;
  }

  /** Takes in an export with the registers as they are. */
  take({ export: operation }: Instruction, { s, v, lanes }: WaveState): void {
    if (operation === undefined) return;
    this.low = s[SCALAR.EXEC_LO];
    this.high = s[SCALAR.EXEC_HI];
    this.lanes = lanes;
    const { target, enabled, compressed, sources } = operation;
    if (enabled === 0) return;
    if (this.targets.has(target)) this.isAmbiguous = true;
    const words = this.free.pop()?.fill(0) ?? new Int32Array(SOURCES * lanes);
    for (let source = 0; source < SOURCES; source++) {
      const channels = compressed ? (enabled >>> (2 * source)) & 3 : (enabled >>> source) & 1;
      if (channels === 0 || (compressed && source >= 2)) continue;
      const from = sources[source] * lanes;
      words.set(v.subarray(from, from + lanes), source * lanes);
      if (target === EXPORT_TARGET.MRTZ) this.depthWords |= 1 << source;
    }
    this.targets.set(target, words);
  }

  /** Whether a lane was on at the last export; the others are discarded. */
  isAlive(lane: number): boolean {
    return hasLane(this.low, this.high, lane);
  }

  /**
   * Puts the colour that a lane exports to a target into `colour`; false where it exports none. On GFX11 both sources of a
   * pair of lanes share an export: the pair's even lane holds the first, its odd lane the second.
   */
  read({ registers }: Draw, target: number, lane: number, colour: Float64Array): boolean {
    const format = ((registers.SPI_SHADER_COL_FORMAT ?? 0) >>> (FORMAT_BITS * target)) & 0xf;
    const plain = this.targets.get(target);
    const dual = target < 2 ? this.targets.get(EXPORT_TARGET.DUAL0 + (lane % 2)) : undefined;
    const words = plain ?? dual;
    if (words === undefined) return false;
    const from = plain === undefined ? lane - (lane % 2) + target : lane;
    exportedColour(this.gfx, format, words, this.lanes, from, colour);
    return true;
  }

  /** Samples that a lane's exported mask leaves; all where it exports none. */
  mask({ registers }: Draw, lane: number): number {
    const place = depthExportPlace(registers.SPI_SHADER_Z_FORMAT ?? 0, 'mask');
    const words = this.targets.get(EXPORT_TARGET.MRTZ);
    if (place === undefined || words === undefined || ((this.depthWords >>> place.word) & 1) === 0)
      return ALL_SAMPLES;
    return words[place.word * this.lanes + lane] >>> place.bit;
  }

  /** Alpha that decides coverage; undefined where its target is not exported. */
  alpha(draw: Draw, lane: number, colour: Float64Array): number | undefined {
    const depth = this.targets.get(EXPORT_TARGET.MRTZ);
    const target = coverageAlphaTarget(this.gfx, draw.registers, depth !== undefined);
    if (depth === undefined || target !== EXPORT_TARGET.MRTZ)
      return this.read(draw, 0, lane, colour) ? colour[3] : undefined;
    exportedColour(this.gfx, draw.registers.SPI_SHADER_Z_FORMAT ?? 0, depth, this.lanes, lane, colour);
    return colour[3];
  }
}
