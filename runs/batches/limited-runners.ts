import type { Batch, BatchResult, BatchRunner, TestLimits } from '../../harness/workers/index.js';

/** Maximum number of combinations of limits served at once: each has its own worker threads, and jobs may request any. */
const COMBINATIONS_MAX = 4;

interface Limited {
  readonly key: string;
  readonly runner: BatchRunner;
  inFlight: number;
}

/** Batch runners, one per combination of limits requested; the one idle longest is replaced. */
export class LimitedRunners {
  /** Most recently used last. */
  private kinds: Limited[] = [];

  constructor(private readonly start: (limits: TestLimits) => BatchRunner) {}

  /** Rejects as `BatchRunner.run` does, and if too many combinations of limits are in use. */
  async run(limits: TestLimits, batch: Batch): Promise<BatchResult> {
    const kind = this.kindOf(limits);
    // Count before the first await: another batch must not see it as idle.
    kind.inFlight++;
    try {
      if (this.kinds.length > COMBINATIONS_MAX) await this.dropIdle(kind);
      return await kind.runner.run(batch);
    } finally {
      kind.inFlight--;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.kinds.map(({ runner }) => runner.close()));
  }

  private kindOf(limits: TestLimits): Limited {
    const key = `${limits.ms} ${limits.heapMb}`;
    const found = this.kinds.find((kind) => kind.key === key);
    const kind = found ?? { key, runner: this.start(limits), inFlight: 0 };
    this.kinds = [...this.kinds.filter((other) => other !== kind), kind];
    return kind;
  }

  private async dropIdle(wanted: Limited): Promise<void> {
    const idle = this.kinds.find((kind) => kind !== wanted && kind.inFlight === 0) ?? wanted;
    this.kinds = this.kinds.filter((kind) => kind !== idle);
    await idle.runner.close();
    if (idle === wanted)
      throw new Error(
        `This worker serves at most ${COMBINATIONS_MAX} combinations of --test-time and --test-memory at once`,
      );
  }
}
