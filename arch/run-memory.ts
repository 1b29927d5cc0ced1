/** Allocates zeroed integer arrays. */
export interface WordSource {
  /** Returns a new array of `length` zeros, aligned to eight bytes. */
  take(length: number): Int32Array;
}

/** Allocates separate memory for each array, for callers that need few arrays or hold on to them. */
export const SEPARATE_MEMORY: WordSource = { take: (length) => new Int32Array(length) };

/** Number of words per chunk. A larger array gets a separate chunk, rounded up to a power of two. */
const CHUNK = 1 << 17;

const MAX_LARGE = 1 << 21;

/** Maximum number of words in large chunks kept for the next run: one of the largest. More would fill in a long run. */
const MAX_LARGE_SPARE = MAX_LARGE;

/** Maximum number of chunks kept for the next run. */
const MAX_SPARE = 16;

/** Larger than any chunk, so the first request allocates a chunk, even for zero words. */
const NO_CHUNK = CHUNK + 1;

const spareChunks: Int32Array[] = [];
const largeSpareChunks: Int32Array[] = [];

/**
 * Allocates zeroed arrays that live for one run. They are views of large chunks, which the next run reuses. Separate
 * memory per array would trigger garbage collections: with a megabyte per run outside V8's heap, there is a full
 * collection every sixty runs, and each discards the machine code of every closure that the current run does not use.
 */
export class RunMemory implements WordSource {
  private readonly chunks: Int32Array[] = [];
  /** The large arrays in use, each at the start of its chunk. */
  private readonly large: Int32Array[] = [];
  /** Number of words used in the last chunk. Earlier chunks are full. */
  private used = NO_CHUNK;

  take(length: number): Int32Array {
    if (length > CHUNK) return this.allocateLarge(length);
    if (this.used + length > CHUNK) {
      this.chunks.push(spareChunks.pop() ?? new Int32Array(CHUNK));
      this.used = 0;
    }
    const first = this.used;
    this.used = (first + length + 1) & ~1;
    return this.chunks[this.chunks.length - 1].subarray(first, first + length);
  }

  /** Frees all arrays. Call this once they are no longer needed. */
  release(): void {
    this.chunks.forEach((chunk, index) => {
      chunk.fill(0, 0, index === this.chunks.length - 1 ? this.used : CHUNK);
      if (spareChunks.length < MAX_SPARE) spareChunks.push(chunk);
    });
    this.chunks.length = 0;
    this.used = NO_CHUNK;
    for (const array of this.large) {
      array.fill(0);
      largeSpareChunks.push(new Int32Array(array.buffer));
    }
    let keptWords = largeSpareChunks.reduce((sum, { length }) => sum + length, 0);
    while (keptWords > MAX_LARGE_SPARE) keptWords -= largeSpareChunks.shift()!.length;
    this.large.length = 0;
  }

  private allocateLarge(length: number): Int32Array {
    if (length > MAX_LARGE) return new Int32Array(length);
    const words = 1 << (32 - Math.clz32(length - 1));
    const index = largeSpareChunks.findIndex((chunk) => chunk.length === words);
    const [chunk = new Int32Array(words)] = index < 0 ? [] : largeSpareChunks.splice(index, 1);
    const array = chunk.subarray(0, length);
    this.large.push(array);
    return array;
  }
}
