import type { Batch, BatchResult, BatchRunner, TestLimits } from '../../harness/workers/index.js';

/**
 * The maximum number of limit combinations to serve at once. Each has its own worker threads, and jobs may
 * request any.
 */
const COMBINATIONS_MAX = 4;

interface Limited {
  readonly key: string;
  readonly runner: BatchRunner;
  inFlight: number;
}

/** Batch runners, one per requested combination of limits. The least recently used idle one is replaced. */
export class LimitedRunners {
  /** The runners, with the most recently used one last. */
  private kinds: Limited[] = [];

  constructor(private readonly start: (limits: TestLimits) => BatchRunner) {}

  /** Runs a batch. Rejects like `BatchRunner.run`, and if too many combinations of limits are in use. */
  async run(limits: TestLimits, batch: Batch): Promise<BatchResult> {
    const kind = this.kindOf(limits);
    // Count it before the first await, so that it never looks idle to another batch.
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
