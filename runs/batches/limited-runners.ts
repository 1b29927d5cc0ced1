import type { Batch, BatchResult, BatchRunner, TestLimits } from '../../harness/workers/index.js';

/** The maximum number of limit combinations in use at once. Jobs may request any, and each has its own threads. */
const MAX_COMBINATIONS = 4;

interface LimitedRunner {
  readonly key: string;
  readonly runner: BatchRunner;
  inFlight: number;
}

/** Batch runners, one per requested combination of limits. The least recently used idle one is replaced. */
export class LimitedRunners {
  /** The runners, most recently used last. */
  private runners: LimitedRunner[] = [];

  constructor(private readonly start: (limits: TestLimits) => BatchRunner) {}

  /** Runs a batch. Rejects like `BatchRunner.run`, or if too many combinations of limits are in use. */
  async run(limits: TestLimits, batch: Batch): Promise<BatchResult> {
    const limited = this.getRunner(limits);
    // Count it before the first await, so it never looks idle to another batch.
    limited.inFlight++;
    try {
      if (this.runners.length > MAX_COMBINATIONS) await this.dropIdle(limited);
      return await limited.runner.run(batch);
    } finally {
      limited.inFlight--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.runners.map(({ runner }) => runner.close()));
  }

  private getRunner(limits: TestLimits): LimitedRunner {
    const key = `${limits.ms} ${limits.heapMb}`;
    const existing = this.runners.find((limited) => limited.key === key);
    const limited = existing ?? { key, runner: this.start(limits), inFlight: 0 };
    this.runners = [...this.runners.filter((candidate) => candidate !== limited), limited];
    return limited;
  }

  private async dropIdle(requested: LimitedRunner): Promise<void> {
    const idle = this.runners.find((limited) => limited !== requested && limited.inFlight === 0) ?? requested;
    this.runners = this.runners.filter((limited) => limited !== idle);
    await idle.runner.close();
    if (idle === requested)
      throw new Error(
        `This worker supports at most ${MAX_COMBINATIONS} combinations of --test-time and --test-memory at once`,
      );
  }
}
