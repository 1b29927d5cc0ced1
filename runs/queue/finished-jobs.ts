import type { Batch } from '../../harness/workers/index.js';

/**
 * Jobs whose results are in memory but not yet stored. If the run dies before they are stored, the next session
 * fetches them from the queue again.
 */
export class FinishedJobs {
  private jobs: { readonly job: string; readonly end: number }[] = [];
  private storedUntil = 0;

  /** @param removeJob called for each job that is no longer needed */
  constructor(private readonly removeJob: (job: string) => void) {}

  add(job: string, { first, tests }: Batch): void {
    this.jobs.push({ job, end: first + tests.length });
    this.markStored(this.storedUntil);
  }

  /** Records that all results before the given plan position have been stored. */
  markStored(position: number): void {
    this.storedUntil = position;
    const isStored = ({ end }: { readonly end: number }): boolean => end <= position;
    for (const { job } of this.jobs.filter(isStored)) this.removeJob(job);
    this.jobs = this.jobs.filter((job) => !isStored(job));
  }
}
