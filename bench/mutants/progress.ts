/** Tells on stderr how far a long command is: `60 of 200 mutants, 3 min 20 s`. */
export class Progress {
  private readonly started = performance.now();
  private readonly processorBefore = process.cpuUsage();
  private done = 0;

  /**
   * @param noun what is counted, in the plural
   * @param every steps after which a line is printed
   */
  constructor(
    private readonly noun: string,
    private readonly total: number,
    private readonly every: number,
  ) {}

  /** Counts one more; true where it printed a line. */
  step(): boolean {
    this.done++;
    if (this.done % this.every !== 0) return false;
    console.error(`${this.done} of ${this.total} ${this.noun}, ${this.elapsed}`);
    return true;
  }

  /** Time since the beginning. */
  get elapsed(): string {
    return durationText((performance.now() - this.started) / 1000);
  }

  /** The same with the processor's time of it, which says what an idle machine would have taken on one core. */
  get elapsedWithProcessor(): string {
    const { user, system } = process.cpuUsage(this.processorBefore);
    return `${this.elapsed} (${durationText((user + system) / 1e6)} of processor time)`;
  }
}

/** Seconds as people say them: `41 s`, `3 min 20 s`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
