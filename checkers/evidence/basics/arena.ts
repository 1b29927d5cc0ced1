/** Number of integers in an arena's first chunk. Each chunk is twice as large as the last, up to `MAX_CHUNK`. */
const FIRST_CHUNK = 1 << 9;
const MAX_CHUNK = 1 << 16;

/**
 * Allocates zeroed integer arrays as views into large chunks, since allocating thousands of small arrays one by one
 * would cost more than their data. A chunk is freed once none of its arrays are in use, even in the middle of a
 * run. Arrays that live for a whole run come from its `RunMemory`.
 */
export class IntegerArena {
  private chunk = new Int32Array(0);
  private used = 0;
  private nextChunk = FIRST_CHUNK;

  /** Returns a new array of `length` zeroes. */
  take(length: number): Int32Array {
    if (this.used + length > this.chunk.length) {
      this.chunk = new Int32Array(Math.max(this.nextChunk, length));
      this.nextChunk = Math.min(2 * this.nextChunk, MAX_CHUNK);
      this.used = 0;
    }
    const start = this.used;
    this.used += length;
    return this.chunk.subarray(start, this.used);
  }
}
