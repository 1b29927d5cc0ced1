import type { Scenario } from '../../transactions/index.js';
import type { FailingCase, FailureProbe } from './failure-probe.js';
import { isNotLarger, type SizeTest } from './scenario-size.js';
import type { Pass } from './structure-passes.js';
import { type Sweep, sweep } from './sweeps.js';

/** Returns the number of other schedules under which to try a candidate with the given number of primitives. */
export type Effort = (primitives: number) => number;

/** A way to simplify a case. Returns its input unchanged if it finds nothing simpler. */
export type Step = (from: FailingCase, search: Search) => Promise<FailingCase>;

/** Tries candidates and reports the accepted ones. */
export class Search {
  constructor(
    readonly probe: FailureProbe,
    private readonly onStep: (best: FailingCase) => void,
  ) {}

  /**
   * Returns the candidate as a failing case, or undefined if it does not reproduce the failure or is too large compared
   * with `current`.
   */
  async tryCandidate(
    candidate: Scenario,
    current: FailingCase,
    effort: Effort,
    isAcceptable: SizeTest = isNotLarger,
  ): Promise<FailingCase | undefined> {
    const primitives = candidate.draws.reduce((sum, { depths }) => sum + depths.length, 0);
    const found = await this.probe.reproduce(candidate, effort(primitives));
    if (found === undefined || !isAcceptable(found.size, current.size)) return undefined;
    this.onStep(found);
    return found;
  }

  /** Cycles through the steps until none of them finds anything simpler. */
  async runToFixpoint(start: FailingCase, steps: readonly Step[]): Promise<FailingCase> {
    let best = start;
    for (
      let index = 0, fruitlessSteps = 0;
      fruitlessSteps < steps.length && !this.probe.hasExpired();
      index++
    ) {
      const next = await steps[index % steps.length]!(best, this);
      fruitlessSteps = next === best ? fruitlessSteps + 1 : 1;
      best = next;
    }
    return best;
  }
}

/**
 * Repeatedly replaces the case with the first acceptable candidate of a pass. If the pass never runs out of candidates,
 * `isAcceptable` must accept only smaller ones.
 */
export function repeatPass(pass: Pass, effort: Effort, isAcceptable: SizeTest = isNotLarger): Step {
  return async (from, search) => {
    let best = from;
    for (let next: FailingCase | undefined = from; next !== undefined; ) {
      best = next;
      next = await findFirstAcceptable(best, pass, effort, isAcceptable, search);
    }
    return best;
  };
}

/** Repeats a sweep over the parts until nothing changes. */
export function repeatSweep<Part>(parts: Sweep<Part>, effort: Effort): Step {
  return async (from, search) => {
    let best = from;
    for (let before: FailingCase | undefined; best !== before; ) {
      before = best;
      best = await sweep(best, parts, (candidate, current) =>
        search.tryCandidate(candidate, current, effort),
      );
    }
    return best;
  };
}

async function findFirstAcceptable(
  current: FailingCase,
  pass: Pass,
  effort: Effort,
  isAcceptable: SizeTest,
  search: Search,
): Promise<FailingCase | undefined> {
  for (const candidate of pass(current)) {
    if (search.probe.hasExpired()) return undefined;
    const found = await search.tryCandidate(candidate, current, effort, isAcceptable);
    if (found !== undefined) return found;
  }
  return undefined;
}
