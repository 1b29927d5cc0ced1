/** Integers in an arena's first and largest pieces: each piece is twice as large as the previous one. */
const FIRST_PIECE = 1 << 9;
const PIECE_MAX = 1 << 16;

/**
 * Allocates zeroed integer arrays as views of large pieces, because thousands of small arrays with their own memory
 * cost more than the data in them. A piece is freed once none of its arrays is in use, even mid-run. Arrays that live
 * until the end of the run are allocated from its `RunMemory`.
 */
export class IntegerArena {
  private piece = new Int32Array(0);
  private used = 0;
  private nextPiece = FIRST_PIECE;

  /** A new array of `length` zeroes. */
  take(length: number): Int32Array {
    if (this.used + length > this.piece.length) {
      this.piece = new Int32Array(Math.max(this.nextPiece, length));
      this.nextPiece = Math.min(2 * this.nextPiece, PIECE_MAX);
      this.used = 0;
    }
    const start = this.used;
    this.used += length;
    return this.piece.subarray(start, this.used);
  }
}
