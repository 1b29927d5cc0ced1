/**
 * For each of a wave's paths, the last cycle in which an access is performed and the last in which one returns. Either
 * may be in the future. Used to keep the accesses on a path in order.
 */
export class PathCycles {
  readonly performedAt: Float64Array;
  readonly returnedAt: Float64Array;

  constructor(paths: number) {
    this.performedAt = new Float64Array(paths);
    this.returnedAt = new Float64Array(paths);
  }

  reset(): void {
    this.performedAt.fill(0);
    this.returnedAt.fill(0);
  }
}
