import { readSeed } from '../../base/basics/index.js';
import { FAULTS, type FaultId, RandomStream, UsageError } from '../../transactions/index.js';
import { hiddenFault } from './hidden-fault.js';
import { type Trial, type TrialOptions, trial } from './pair-trial.js';

/** Minimum failures of a single fault for it to count as visible. */
const FAILURES_MIN = 3;

/** Figures of the pairs tried so far. */
export interface PairsTried {
  readonly tried: number;
  /** Pairs that make several groups, and pairs in which one fault hides the other. */
  readonly split: number;
  readonly hidden: number;
  /** Visible faults, each alone, and how many of them make one group. */
  readonly lone: number;
  readonly whole: number;
}

/** A pair of faults, or a fault that alone makes several groups. */
export interface TriedFaults {
  readonly faults: readonly FaultId[];
  readonly trial: Trial;
  /** The fault of a pair that the other one hides. */
  readonly hidden?: FaultId;
  /** After a pair, so that a stopped run has its figures. */
  readonly soFar?: PairsTried;
}

/**
 * Tries random pairs of faults that both show alone, and yields their failure groups. Also yields each fault that alone makes
 * several groups.
 */
export async function* tryPairs(pairs: number, options: TrialOptions): AsyncGenerator<TriedFaults> {
  const stream = new RandomStream(readSeed(options.seed));
  const randomFault = (): FaultId => FAULTS[stream.below(FAULTS.length)]!.id;
  const loneTrials = new Map<FaultId, Trial | undefined>();
  let [tried, split, hidden] = [0, 0, 0];
  while (tried < pairs) {
    const [a, b] = [randomFault(), randomFault()];
    if (a === b) continue;
    yield* tryAlone(a, loneTrials, options);
    if (!isVisible(loneTrials.get(a))) continue;
    yield* tryAlone(b, loneTrials, options);
    if (!isVisible(loneTrials.get(b))) continue;
    const pair = [a, b] as const;
    const pairTrial = await trialOf(pair, options);
    if (pairTrial === undefined) continue;
    tried++;
    const isSplit = pairTrial.groups.length > 1;
    const hiddenOne = isSplit ? undefined : hiddenFault(pair, options.seed);
    if (isSplit) split++;
    if (hiddenOne !== undefined) hidden++;
    const soFar = { tried, split, hidden, ...loneFaults(loneTrials) };
    yield {
      faults: pair,
      trial: pairTrial,
      ...(hiddenOne === undefined ? {} : { hidden: hiddenOne }),
      soFar,
    };
  }
}

/** Tries a fault alone unless it has been tried, and yields it if it makes several groups. */
async function* tryAlone(
  fault: FaultId,
  loneTrials: Map<FaultId, Trial | undefined>,
  options: TrialOptions,
): AsyncGenerator<TriedFaults> {
  if (loneTrials.has(fault)) return;
  const result = await trialOf([fault], options);
  loneTrials.set(fault, result);
  if (isVisible(result) && result.groups.length > 1) yield { faults: [fault], trial: result };
}

/** A trial of these faults; undefined if no test allows them together. */
async function trialOf(faults: readonly FaultId[], options: TrialOptions): Promise<Trial | undefined> {
  try {
    return await trial(faults, options);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function isVisible(result: Trial | undefined): result is Trial {
  return result !== undefined && result.failed >= FAILURES_MIN;
}

function loneFaults(loneTrials: ReadonlyMap<FaultId, Trial | undefined>): Pick<PairsTried, 'lone' | 'whole'> {
  const lone = [...loneTrials.values()].filter(isVisible);
  return { lone: lone.length, whole: lone.filter(({ groups }) => groups.length === 1).length };
}
