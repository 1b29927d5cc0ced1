import type { DecodedProgram } from '../../arch/index.js';
import {
  listCoveredPixels,
  type MemoryIssued,
  type Scenario,
  type Transaction,
  type WaveFormed,
} from '../../transactions/index.js';

/** Address spaces of memory that waves share. Scratch, LDS and GDS are excluded. */
const SHARED_SPACES: ReadonlySet<string> = new Set(['buffer', 'image', 'flat', 'global']);

/** Maximum number of lanes per wave, and therefore the stride between texels in an access's addresses. */
const MAX_LANES = 64;

/** Marks a lane that does not belong to a pixel. */
const NO_PIXEL = -1;

/** The pixels whose sections load (or store) a word: `NONE`, the index of the only pixel, or `SEVERAL`. */
type Pixels = number;
const NONE = -1;
const SEVERAL = -2;

interface Word {
  loadedBy: Pixels;
  storedBy: Pixels;
}

/**
 * Finds words that sections of different pixels load and store. Interlocks do not order different pixels, so one
 * pixel's store may be lost (S-002). The rules do not notice, because they only check words that belong to one pixel.
 * Atomics are excluded because they need no ordering, and so are waves with coarse fragments, which cover several
 * pixels.
 */
export class SharedWords {
  /** Byte offset of the first access to such a word in any run, or undefined if there has been none. */
  pc: number | undefined;
  private readonly sectionPcs: ReadonlySet<number>;
  private words = new Map<number, Word>();
  private pixels = new Map<number, Int32Array>();
  private samples: readonly number[] = [];

  /** @param region indices of the instructions in the section */
  constructor({ instructions }: Pick<DecodedProgram, 'instructions'>, region: ReadonlySet<number>) {
    this.sectionPcs = new Set(instructions.flatMap(({ pc, index }) => (region.has(index) ? [pc] : [])));
  }

  /** Prepares for the next run. */
  startRun({ draws }: Scenario): void {
    this.words = new Map();
    this.pixels = new Map();
    this.samples = draws.map(({ samples }) => samples);
  }

  readonly sink = (t: Transaction): void => {
    if (this.pc !== undefined) return;
    if (t.kind === 'wave-formed') this.addWave(t);
    else if (t.kind === 'wave-ended') this.pixels.delete(t.wave);
    else if (t.kind === 'memory-issued' && this.sectionPcs.has(t.pc)) this.addAccess(t);
  };

  private addWave(t: WaveFormed): void {
    const pixels = new Int32Array(MAX_LANES).fill(NO_PIXEL);
    for (const { x, y, lane } of listCoveredPixels(t, this.samples[t.draw] ?? 1)) {
      if (pixels[lane] !== NO_PIXEL) return;
      pixels[lane] = y * 2 ** 15 + x;
    }
    this.pixels.set(t.wave, pixels);
  }

  private addAccess(t: MemoryIssued): void {
    const pixels = this.pixels.get(t.wave);
    if (pixels === undefined || t.operation === 'atomic' || !SHARED_SPACES.has(t.space)) return;
    const step = Math.min(t.bytes, 4);
    for (let lane = 0; lane < MAX_LANES; lane++) {
      const active = ((lane < 32 ? t.lanesLo : t.lanesHi) >>> (lane & 31)) & 1;
      if (active === 0 || pixels[lane] === NO_PIXEL) continue;
      for (let texel = 0; texel < (t.texelsPerLane ?? 1); texel++) {
        const address = t.addresses[texel * MAX_LANES + lane]!;
        for (let byte = 0; address >= 0 && byte < t.bytes; byte += step)
          if (this.recordAccess(address + byte, pixels[lane]!, t.operation)) this.pc ??= t.pc;
      }
    }
  }

  /** Records that a pixel's section accesses a word. Returns whether different pixels load and store the word. */
  private recordAccess(address: number, pixel: number, operation: 'load' | 'store'): boolean {
    let word = this.words.get(address);
    if (word === undefined) {
      word = { loadedBy: NONE, storedBy: NONE };
      this.words.set(address, word);
    }
    if (operation === 'load') word.loadedBy = withPixel(word.loadedBy, pixel);
    else word.storedBy = withPixel(word.storedBy, pixel);
    const { loadedBy, storedBy } = word;
    return loadedBy !== NONE && storedBy !== NONE && (loadedBy !== storedBy || loadedBy === SEVERAL);
  }
}

function withPixel(pixels: Pixels, pixel: number): Pixels {
  return pixels === NONE || pixels === pixel ? pixel : SEVERAL;
}
