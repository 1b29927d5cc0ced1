import { readSeed } from '../../base/basics/index.js';
import type { Shard } from '../../harness/selection/index.js';
import { FAULTS, type FaultId, RandomStream, UsageError } from '../../transactions/index.js';
import { findMaskedFault } from './masked-fault.js';
import { runTrial, type Trial, type TrialOptions } from './pair-trial.js';

/** Minimum number of failures for a fault to count as visible on its own. */
const MIN_FAILURES = 3;

/** Options for trying pairs. */
export interface PairOptions extends TrialOptions {
  /** Which of the random pairs to try: shard 1 of 2 tries every other one. */
  readonly shard: Shard;
}

/** Counts for the pairs tried so far. */
export interface PairCounts {
  readonly tried: number;
  /** Number of pairs that form several groups. */
  readonly split: number;
  /** Number of pairs in which one fault masks the other. */
  readonly masked: number;
  /** Number of visible faults that were tried on their own. */
  readonly single: number;
  /** Number of visible faults that form exactly one group on their own. */
  readonly oneGroup: number;
}

/** A pair of faults that was tried, or a single fault that forms several groups. */
export interface FaultTrial {
  readonly faults: readonly FaultId[];
  readonly trial: Trial;
  /** The fault that is masked by the other one in the pair. */
  readonly masked?: FaultId;
  /** The counts so far. Reported after each pair, so an interrupted run still has results. */
  readonly counts?: PairCounts;
}

/**
 * Tries random pairs of faults that are each visible on their own, and yields their failure groups. Also yields every
 * single fault that forms several groups.
 */
export async function* tryPairs(pairs: number, options: PairOptions): AsyncGenerator<FaultTrial> {
  const stream = new RandomStream(readSeed(options.seed));
  const randomFault = (): FaultId => FAULTS[stream.below(FAULTS.length)]!.id;
  const singleTrials = new Map<FaultId, Trial | undefined>();
  let [tried, split, masked] = [0, 0, 0];
  const { index, count } = options.shard;
  for (let drawCount = 0; tried < pairs / count; drawCount++) {
    const [a, b] = [randomFault(), randomFault()];
    if (a === b || drawCount % count !== index - 1) continue;
    yield* trySingleFault(a, singleTrials, options);
    if (!isVisible(singleTrials.get(a))) continue;
    yield* trySingleFault(b, singleTrials, options);
    if (!isVisible(singleTrials.get(b))) continue;
    const pair = [a, b] as const;
    const pairTrial = await runTrialIfAllowed(pair, options);
    if (pairTrial === undefined) continue;
    tried++;
    const isSplit = pairTrial.groups.length > 1;
    const maskedInPair = isSplit ? undefined : findMaskedFault(pair, options.seed);
    if (isSplit) split++;
    if (maskedInPair !== undefined) masked++;
    const soFar = { tried, split, masked, ...countSingleFaults(singleTrials) };
    yield {
      faults: pair,
      trial: pairTrial,
      ...(maskedInPair === undefined ? {} : { masked: maskedInPair }),
      counts: soFar,
    };
  }
}

/** Tries a single fault unless it has already been tried, and yields it if it forms several groups. */
async function* trySingleFault(
  fault: FaultId,
  singleTrials: Map<FaultId, Trial | undefined>,
  options: TrialOptions,
): AsyncGenerator<FaultTrial> {
  if (singleTrials.has(fault)) return;
  const result = await runTrialIfAllowed([fault], options);
  singleTrials.set(fault, result);
  if (isVisible(result) && result.groups.length > 1) yield { faults: [fault], trial: result };
}

/** Runs a trial with the given faults. Returns undefined if no test supports the combination. */
async function runTrialIfAllowed(
  faults: readonly FaultId[],
  options: TrialOptions,
): Promise<Trial | undefined> {
  try {
    return await runTrial(faults, options);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function isVisible(result: Trial | undefined): result is Trial {
  return result !== undefined && result.failed >= MIN_FAILURES;
}

function countSingleFaults(
  singleTrials: ReadonlyMap<FaultId, Trial | undefined>,
): Pick<PairCounts, 'single' | 'oneGroup'> {
  const trials = [...singleTrials.values()].filter(isVisible);
  return { single: trials.length, oneGroup: trials.filter(({ groups }) => groups.length === 1).length };
}
