/** Work of one pool task: far above the cost of a hand-over, short enough to share the end of a run evenly. */
const TARGET_MS = 60;
const LARGEST = 512;
/** Weight of the newest batch in the running mean. */
const NEWEST = 0.3;

/** Sizes batches so that each is about `TARGET_MS` of work; starts with single tests. */
export class BatchSizer {
  private msPerTest: number | undefined;

  /** Learns from a finished batch. */
  learn(tests: number, milliseconds: number): void {
    if (tests === 0) return;
    const sample = milliseconds / tests;
    this.msPerTest =
      this.msPerTest === undefined ? sample : this.msPerTest + NEWEST * (sample - this.msPerTest);
  }

  /** Tests that the next batch should have. */
  size(): number {
    if (this.msPerTest === undefined) return 1;
    return Math.min(LARGEST, Math.max(1, Math.round(TARGET_MS / Math.max(this.msPerTest, 0.01))));
  }
}
