import { readSeed } from '../../base/basics/index.js';
import { FAULTS, type FaultId, RandomStream, UsageError } from '../../transactions/index.js';
import { hiddenFault } from './hidden-fault.js';
import { type Trial, type TrialOptions, trial } from './pair-trial.js';

/** Minimum failures of a single fault for it to count as visible. */
const SHOWS = 3;

/** Figures of the pairs tried so far. */
export interface PairsTried {
  readonly tried: number;
  /** Pairs that are several groups, and pairs of which one fault hides the other. */
  readonly split: number;
  readonly hidden: number;
  /** Visible faults alone, and those that are one group. */
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

/** Draws pairs of faults that both show alone, and yields their failure groups; also the faults that alone form several. */
export async function* tryPairs(pairs: number, options: TrialOptions): AsyncGenerator<TriedFaults> {
  const stream = new RandomStream(readSeed(options.seed));
  const drawn = (): FaultId => FAULTS[stream.below(FAULTS.length)]!.id;
  const alone = new Map<FaultId, Trial | undefined>();
  let [tried, split, hidden] = [0, 0, 0];
  while (tried < pairs) {
    const [a, b] = [drawn(), drawn()];
    if (a === b) continue;
    yield* tryAlone(a, alone, options);
    if (!shows(alone.get(a))) continue;
    yield* tryAlone(b, alone, options);
    if (!shows(alone.get(b))) continue;
    const pair = [a, b] as const;
    const both = await trialOf(pair, options);
    if (both === undefined) continue;
    tried++;
    const isSplit = both.groups.length > 1;
    const unseen = isSplit ? undefined : hiddenFault(pair, options.seed);
    if (isSplit) split++;
    if (unseen !== undefined) hidden++;
    const soFar = { tried, split, hidden, ...loneFaults(alone) };
    yield { faults: pair, trial: both, ...(unseen === undefined ? {} : { hidden: unseen }), soFar };
  }
}

/** Tries a fault alone unless it has been tried, and yields it if it makes several groups. */
async function* tryAlone(
  fault: FaultId,
  alone: Map<FaultId, Trial | undefined>,
  options: TrialOptions,
): AsyncGenerator<TriedFaults> {
  if (alone.has(fault)) return;
  const one = await trialOf([fault], options);
  alone.set(fault, one);
  if (shows(one) && one.groups.length > 1) yield { faults: [fault], trial: one };
}

/** Undefined if no test allows the faults together. */
async function trialOf(faults: readonly FaultId[], options: TrialOptions): Promise<Trial | undefined> {
  try {
    return await trial(faults, options);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function shows(one: Trial | undefined): one is Trial {
  return one !== undefined && one.failed >= SHOWS;
}

function loneFaults(alone: ReadonlyMap<FaultId, Trial | undefined>): Pick<PairsTried, 'lone' | 'whole'> {
  const lone = [...alone.values()].filter(shows);
  return { lone: lone.length, whole: lone.filter(({ groups }) => groups.length === 1).length };
}
