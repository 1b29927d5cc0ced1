import { QUAD_COLUMN } from '../../../transactions/index.js';

/** How many late tests each two by two pixels of the screen still wait for. */
export class OutstandingTests {
  private readonly counts: Uint32Array;
  private readonly across: number;

  constructor(width: number, height: number) {
    this.across = (width + 1) >> 1;
    this.counts = new Uint32Array(this.across * ((height + 1) >> 1));
  }

  /** Counts the quad at `quads[at…]` up or down, wherever its fragments reach. */
  count(quads: Int32Array, at: number, step: 1 | -1): void {
    const rate = quads[at + QUAD_COLUMN.RATE];
    const [columns, rows] = [1 << (rate & 3), 1 << (rate >> 2)];
    const first = this.positionOf(quads[at + QUAD_COLUMN.X], quads[at + QUAD_COLUMN.Y]);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const position = first + row * this.across + column;
        if (position < this.counts.length) this.counts[position] += step;
      }
    }
  }

  /** Whether any test is outstanding where the quad of fine pixels at `quads[at…]` lies. */
  reaches(quads: Int32Array, at: number): boolean {
    return this.counts[this.positionOf(quads[at + QUAD_COLUMN.X], quads[at + QUAD_COLUMN.Y])] > 0;
  }

  private positionOf(x: number, y: number): number {
    return (y >> 1) * this.across + (x >> 1);
  }
}
