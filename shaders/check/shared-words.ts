import type { DecodedProgram } from '../../arch/index.js';
import {
  coveredPixels,
  type MemoryIssued,
  type Scenario,
  type Transaction,
  type WaveFormed,
} from '../../transactions/index.js';

/** Memory that waves share, without scratch memory and the data shares. */
const IN_MEMORY: ReadonlySet<string> = new Set(['buffer', 'image', 'flat', 'global']);

/** Lanes per texel in an access's addresses. */
const DATA_STRIDE = 64;

/** A lane outside any pixel. */
const NO_PIXEL = -1;

/** Pixels whose sections loaded (or stored) a word: `NONE`, the number of the only one, or `SEVERAL`. */
type Pixels = number;
const NONE = -1;
const SEVERAL = -2;

interface Word {
  loaded: Pixels;
  stored: Pixels;
}

/**
 * Finds words that sections of different pixels load and store: interlocks do not order these, so one pixel's store may be lost
 * (S-002). The rules judge only words of one pixel. Excludes atomics, which need no order, and waves with coarse fragments,
 * which hold several pixels.
 */
export class SharedWords {
  /** Byte offset of the first access to such a word in all runs; undefined if there is none. */
  pc: number | undefined;
  private readonly inside: ReadonlySet<number>;
  private words = new Map<number, Word>();
  private pixels = new Map<number, Int32Array>();
  private samples: readonly number[] = [];

  /** @param region instructions in the section, by index */
  constructor({ instructions }: Pick<DecodedProgram, 'instructions'>, region: ReadonlySet<number>) {
    this.inside = new Set(instructions.flatMap(({ pc, index }) => (region.has(index) ? [pc] : [])));
  }

  /** Starts the next run. */
  begin({ draws }: Scenario): void {
    this.words = new Map();
    this.pixels = new Map();
    this.samples = draws.map(({ samples }) => samples);
  }

  readonly sink = (t: Transaction): void => {
    if (this.pc !== undefined) return;
    if (t.kind === 'wave-formed') this.addWave(t);
    else if (t.kind === 'wave-ended') this.pixels.delete(t.wave);
    else if (t.kind === 'memory-issued' && this.inside.has(t.pc)) this.addAccess(t);
  };

  private addWave(t: WaveFormed): void {
    const pixels = new Int32Array(DATA_STRIDE).fill(NO_PIXEL);
    for (const { x, y, lane } of coveredPixels(t, this.samples[t.draw] ?? 1)) {
      if (pixels[lane] !== NO_PIXEL) return;
      pixels[lane] = y * 2 ** 15 + x;
    }
    this.pixels.set(t.wave, pixels);
  }

  private addAccess(t: MemoryIssued): void {
    const pixels = this.pixels.get(t.wave);
    if (pixels === undefined || t.operation === 'atomic' || !IN_MEMORY.has(t.space)) return;
    const step = Math.min(t.bytes, 4);
    for (let lane = 0; lane < DATA_STRIDE; lane++) {
      const isOn = ((lane < 32 ? t.lanesLo : t.lanesHi) >>> (lane & 31)) & 1;
      if (isOn === 0 || pixels[lane] === NO_PIXEL) continue;
      for (let texel = 0; texel < (t.texelsPerLane ?? 1); texel++) {
        const address = t.addresses[texel * DATA_STRIDE + lane]!;
        for (let byte = 0; address >= 0 && byte < t.bytes; byte += step)
          if (this.isShared(address + byte, pixels[lane]!, t.operation)) this.pc ??= t.pc;
      }
    }
  }

  /** Records an access of a pixel's section to a word; returns whether different pixels load and store the word. */
  private isShared(address: number, pixel: number, operation: 'load' | 'store'): boolean {
    let word = this.words.get(address);
    if (word === undefined) {
      word = { loaded: NONE, stored: NONE };
      this.words.set(address, word);
    }
    if (operation === 'load') word.loaded = join(word.loaded, pixel);
    else word.stored = join(word.stored, pixel);
    const { loaded, stored } = word;
    return loaded !== NONE && stored !== NONE && (loaded !== stored || loaded === SEVERAL);
  }
}

function join(pixels: Pixels, pixel: number): Pixels {
  return pixels === NONE || pixels === pixel ? pixel : SEVERAL;
}
