/** Allocator of zeroed integer arrays. */
export interface WordSource {
  /** A new array of `length` zeroes, aligned to eight bytes. */
  take(length: number): Int32Array;
}

/** Arrays with their own memory, for callers that make few or keep them. */
export const OWN_MEMORY: WordSource = { take: (length) => new Int32Array(length) };

/** Words per chunk; a larger array gets its own chunk, rounded up to a power of two. */
const CHUNK = 1 << 17;

/** Words of the largest array whose chunk is kept for the next run. */
const LARGE_MAX = 1 << 21;

/** Maximum words of large chunks kept for the next run: four of the largest, or more smaller ones. */
const LARGE_SPARE_MAX = 4 * LARGE_MAX;

/** Maximum number of chunks kept for the next run. */
const SPARE_MAX = 32;

/** Larger than any chunk, so the first request opens a chunk, even for zero words. */
const NO_CHUNK = CHUNK + 1;

const spareChunks: Int32Array[] = [];
const largeSpareChunks: Int32Array[] = [];

/**
 * Zeroed arrays that live for one run, views of large chunks that the next run reuses. Separate memory per array would trigger
 * collections: a megabyte per run outside V8's heap starts a full collection every sixty runs, and each discards the machine
 * code of every closure that no run currently holds.
 */
export class RunMemory implements WordSource {
  private readonly chunks: Int32Array[] = [];
  /** Large arrays in use, each at the start of its chunk. */
  private readonly large: Int32Array[] = [];
  /** Words used of the last chunk; earlier chunks are full. */
  private used = NO_CHUNK;

  take(length: number): Int32Array {
    if (length > CHUNK) return this.takeLarge(length);
    if (this.used + length > CHUNK) {
      this.chunks.push(spareChunks.pop() ?? new Int32Array(CHUNK));
      this.used = 0;
    }
    const first = this.used;
    this.used = (first + length + 1) & ~1;
    return this.chunks[this.chunks.length - 1].subarray(first, first + length);
  }

  /** Frees all arrays; call it when none of them is needed any more. */
  release(): void {
    this.chunks.forEach((chunk, index) => {
      chunk.fill(0, 0, index === this.chunks.length - 1 ? this.used : CHUNK);
      if (spareChunks.length < SPARE_MAX) spareChunks.push(chunk);
    });
    this.chunks.length = 0;
    this.used = NO_CHUNK;
    for (const array of this.large) {
      array.fill(0);
      largeSpareChunks.push(new Int32Array(array.buffer));
    }
    let keptWords = largeSpareChunks.reduce((sum, { length }) => sum + length, 0);
    while (keptWords > LARGE_SPARE_MAX) keptWords -= largeSpareChunks.shift()!.length;
    this.large.length = 0;
  }

  private takeLarge(length: number): Int32Array {
    if (length > LARGE_MAX) return new Int32Array(length);
    const words = 1 << (32 - Math.clz32(length - 1));
    const index = largeSpareChunks.findIndex((chunk) => chunk.length === words);
    const [chunk = new Int32Array(words)] = index < 0 ? [] : largeSpareChunks.splice(index, 1);
    const array = chunk.subarray(0, length);
    this.large.push(array);
    return array;
  }
}
