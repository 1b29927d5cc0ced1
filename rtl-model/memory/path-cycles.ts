/** Latest cycles at which operations of a wave perform and return, by path, so that each path stays in order. */
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
