import { QUAD_COLUMN } from '../../../transactions/index.js';
import { assert } from '../../kernel/assert.js';

/** Number of outstanding late tests of each 2x2 square of pixels. */
export class OutstandingTests {
  private readonly counts: Uint32Array;
  private readonly across: number;
  private readonly down: number;

  constructor(width: number, height: number) {
    this.across = (width + 1) >> 1;
    this.down = (height + 1) >> 1;
    this.counts = new Uint32Array(this.across * this.down);
  }

  /** Counts the quad at `quads[at…]` up or down, wherever its fragments reach. */
  count(quads: Int32Array, at: number, step: 1 | -1): void {
    this.visit(quads, at, (position) => {
      assert(step === 1 || this.counts[position] > 0, 'a finished test was counted');
      this.counts[position] += step;
    });
  }

  /** Whether no test is outstanding. */
  get isEmpty(): boolean {
    return this.counts.every((count) => count === 0);
  }

  /** Whether any test is outstanding where the quad at `quads[at…]` lies. */
  reaches(quads: Int32Array, at: number): boolean {
    let found = false;
    this.visit(quads, at, (position) => {
      found ||= this.counts[position] > 0;
    });
    return found;
  }

  /** Positions of a quad on the screen: one, or as many as its coarse fragments have pixels. */
  private visit(quads: Int32Array, at: number, see: (position: number) => void): void {
    const rate = quads[at + QUAD_COLUMN.RATE];
    const [left, top] = [quads[at + QUAD_COLUMN.X] >> 1, quads[at + QUAD_COLUMN.Y] >> 1];
    const right = Math.min(left + (1 << (rate & 3)), this.across);
    assert(left < this.across && top < this.down, 'a tested quad is on the screen');
    for (let row = top; row < Math.min(top + (1 << (rate >> 2)), this.down); row++) {
      for (let column = left; column < right; column++) see(row * this.across + column);
    }
  }
}
