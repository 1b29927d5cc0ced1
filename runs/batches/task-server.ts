import { oneLine } from '../../base/basics/index.js';
import type { BatchRunner, TestLimits } from '../../harness/workers/index.js';
import { decodeTask, type TaskOutcome } from './batch-codec.js';
import { LimitedRunners } from './limited-runners.js';

/** A worker's side of the codec: runs tasks that come as texts from elsewhere. */
export class TaskServer {
  /** Tests run so far. */
  tests = 0;
  private readonly runners: LimitedRunners;

  /** `start` makes what runs the batches, for each kind of limits; `source` is where the tasks come from, in notes. */
  constructor(
    start: (limits: TestLimits) => BatchRunner,
    private readonly source: string,
    private readonly onNote: (line: string) => void = () => undefined,
  ) {
    this.runners = new LimitedRunners(start);
  }

  /** What `read` gives; what it throws is noted as the reason for a rejected job, and thrown again as that. */
  rejecting<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const why = `Rejected a job from ${this.source}: ${oneLine(error)}`;
      this.onNote(why);
      throw new Error(why);
    }
  }

  /** Never rejects: a task that took its worker thread down, or is none, has an outcome that says so. */
  async outcomeOf(text: string): Promise<TaskOutcome> {
    try {
      const { batch, limits } = this.rejecting(() => decodeTask(text));
      const result = await this.runners.run(limits, batch);
      this.tests += batch.tests.length;
      return { result };
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return { lost: { name, message } };
    }
  }

  close(): Promise<void> {
    return this.runners.close();
  }
}
