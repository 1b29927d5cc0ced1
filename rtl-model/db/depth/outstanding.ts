import { QUAD_COLUMN } from '../../../transactions/index.js';
import { assert } from '../../kernel/assert.js';

/** Counts the late tests that are outstanding at each 2x2 block of pixels. */
export class OutstandingTests {
  private readonly counts: Uint32Array;
  private readonly columnCount: number;
  private readonly rowCount: number;

  constructor(width: number, height: number) {
    this.columnCount = (width + 1) >> 1;
    this.rowCount = (height + 1) >> 1;
    this.counts = new Uint32Array(this.columnCount * this.rowCount);
  }

  /**
   * Adds (`step` 1) or removes (`step` -1) one outstanding test in every block that the quad starting at
   * `quads[offset]` covers.
   */
  count(quads: Int32Array, offset: number, step: 1 | -1): void {
    this.visit(quads, offset, (position) => {
      assert(step === 1 || this.counts[position] > 0, 'only an outstanding test can finish');
      this.counts[position] += step;
    });
  }

  /** Whether no tests are outstanding. */
  get isEmpty(): boolean {
    return this.counts.every((count) => count === 0);
  }

  /** Returns whether any tests are outstanding in a block that the quad starting at `quads[offset]` covers. */
  overlapsQuad(quads: Int32Array, offset: number): boolean {
    let found = false;
    this.visit(quads, offset, (position) => {
      found ||= this.counts[position] > 0;
    });
    return found;
  }

  /** Calls `callback` for each 2x2 block that the quad covers. Quads with coarse fragments cover several. */
  private visit(quads: Int32Array, offset: number, callback: (position: number) => void): void {
    const rate = quads[offset + QUAD_COLUMN.RATE];
    const [left, top] = [quads[offset + QUAD_COLUMN.X] >> 1, quads[offset + QUAD_COLUMN.Y] >> 1];
    const right = Math.min(left + (1 << (rate & 3)), this.columnCount);
    assert(left < this.columnCount && top < this.rowCount, 'the tested quad is on the screen');
    for (let row = top; row < Math.min(top + (1 << (rate >> 2)), this.rowCount); row++) {
      for (let column = left; column < right; column++) callback(row * this.columnCount + column);
    }
  }
}
