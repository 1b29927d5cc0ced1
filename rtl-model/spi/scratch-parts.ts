/** Parts of the private memory: the lowest free one is given, so that few waves need little memory. */
export class ScratchParts {
  private readonly held = new Set<number>();

  /** Whether one of the first `waves` parts is free. */
  fits(waves: number): boolean {
    return this.held.size < waves;
  }

  /** The lowest free part. */
  take(): number {
    let part = 0;
    while (this.held.has(part)) part++;
    this.held.add(part);
    return part;
  }

  free(part: number): void {
    this.held.delete(part);
  }
}
