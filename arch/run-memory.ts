/** Allocator of zeroed integer arrays. */
export interface WordSource {
  /** A new array of `length` zeroes, aligned to eight bytes. */
  take(length: number): Int32Array;
}

/** Arrays with their own memory, for callers that make few or keep them. */
export const OWN_MEMORY: WordSource = { take: (length) => new Int32Array(length) };

/** Words per piece; a larger array gets its own piece, rounded up to a power of two. */
const PIECE = 1 << 17;

/** Words of the largest array whose piece is kept for the next run. */
const LARGE_MAX = 1 << 21;

/** Maximum words of large pieces kept for the next run: four of the largest, or more smaller ones. */
const LARGE_SPARE_MAX = 4 * LARGE_MAX;

/** Maximum number of pieces kept for the next run. */
const SPARE_MAX = 32;

/** Larger than any piece, so the first request opens a piece, even for zero words. */
const NO_PIECE = PIECE + 1;

const spare: Int32Array[] = [];
const largeSpare: Int32Array[] = [];

/**
 * Zeroed arrays that live for one run, views of large pieces that the next run reuses. Separate memory per array would trigger
 * collections: a megabyte per run outside V8's heap starts a full collection every sixty runs, and each discards the machine
 * code of every closure that no run currently holds.
 */
export class RunMemory implements WordSource {
  private readonly pieces: Int32Array[] = [];
  /** Large arrays in use, each at the start of its piece. */
  private readonly large: Int32Array[] = [];
  /** Words used of the last piece; earlier pieces are full. */
  private used = NO_PIECE;

  take(length: number): Int32Array {
    if (length > PIECE) return this.takeLarge(length);
    if (this.used + length > PIECE) {
      this.pieces.push(spare.pop() ?? new Int32Array(PIECE));
      this.used = 0;
    }
    const first = this.used;
    this.used = (first + length + 1) & ~1;
    return this.pieces[this.pieces.length - 1].subarray(first, first + length);
  }

  /** Frees all arrays; call it when none of them is needed any more. */
  release(): void {
    this.pieces.forEach((piece, index) => {
      piece.fill(0, 0, index === this.pieces.length - 1 ? this.used : PIECE);
      if (spare.length < SPARE_MAX) spare.push(piece);
    });
    this.pieces.length = 0;
    this.used = NO_PIECE;
    for (const array of this.large) {
      array.fill(0);
      largeSpare.push(new Int32Array(array.buffer));
    }
    let kept = largeSpare.reduce((sum, { length }) => sum + length, 0);
    while (kept > LARGE_SPARE_MAX) kept -= largeSpare.shift()!.length;
    this.large.length = 0;
  }

  private takeLarge(length: number): Int32Array {
    if (length > LARGE_MAX) return new Int32Array(length);
    const words = 1 << (32 - Math.clz32(length - 1));
    const index = largeSpare.findIndex((piece) => piece.length === words);
    const [piece = new Int32Array(words)] = index < 0 ? [] : largeSpare.splice(index, 1);
    const array = piece.subarray(0, length);
    this.large.push(array);
    return array;
  }
}
