/** Cycle of a wave's last perform and last return on each path, which keeps each path in order. */
export class PathCycles {
  readonly lastPerform: Float64Array;
  readonly lastReturn: Float64Array;

  constructor(paths: number) {
    this.lastPerform = new Float64Array(paths);
    this.lastReturn = new Float64Array(paths);
  }

  reset(): void {
    this.lastPerform.fill(0);
    this.lastReturn.fill(0);
  }
}
