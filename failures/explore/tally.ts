import type { ChoicePoint } from '../../rtl-model/index.js';
import type { CheckedOrderRun } from './checked-run.js';

/** Totals over all runs of a search. */
export class Tally {
  runs = 0;
  /** The number of runs that completed. */
  completedRuns = 0;
  /** The number of runs that failed. */
  failed = 0;
  readonly pinned = new Set<ChoicePoint>();
  /** The distinct final memory contents of all completed runs. */
  readonly finalMemories = new Set<string>();
  /** The memory spaces that were accessed. */
  readonly spaces = new Set<string>();
  /** The first run with each signature. */
  readonly failing = new Map<string, CheckedOrderRun>();

  add(run: CheckedOrderRun): void {
    this.runs++;
    for (const point of run.pinned) this.pinned.add(point);
    for (const space of run.spaces) this.spaces.add(space);
    if (run.memory !== undefined) {
      this.completedRuns++;
      this.finalMemories.add(run.memory);
    }
    if (run.finding !== undefined) this.failed++;
    if (run.finding !== undefined && !this.failing.has(run.finding.signature))
      this.failing.set(run.finding.signature, run);
  }
}
