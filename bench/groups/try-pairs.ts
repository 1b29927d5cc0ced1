import { readSeed } from '../../base/basics/index.js';
import { FAULTS, type FaultId, RandomStream, UsageError } from '../../transactions/index.js';
import { hiddenFault } from './hidden-fault.js';
import { type Trial, type TrialOptions, trial } from './pair-trial.js';

/** Minimum failures of a single fault for it to count as visible. */
const SHOWS = 3;

/** Draws pairs of faults that both show alone, and counts those that triage makes several groups. */
export async function tryPairs(pairs: number, options: TrialOptions): Promise<void> {
  const stream = new RandomStream(readSeed(options.seed));
  const drawn = (): FaultId => FAULTS[stream.below(FAULTS.length)]!.id;
  const alone = new Map<FaultId, Trial | undefined>();
  let [tried, split, hidden] = [0, 0, 0];
  while (tried < pairs) {
    const [a, b] = [drawn(), drawn()];
    if (a === b || !(await shows(a, alone, options)) || !(await shows(b, alone, options))) continue;
    const both = await trialOf([a, b], options);
    if (both === undefined) continue;
    tried++;
    const isSplit = both.groups.length > 1;
    const unseen = isSplit ? undefined : hiddenFault([a, b], options.seed);
    if (isSplit) split++;
    if (unseen !== undefined) hidden++;
    const note = unseen === undefined ? '' : `; nothing shows ${unseen}`;
    console.log(`${a} and ${b}: ${both.byCause.join(', ')} -> ${both.groups.join(', ')}${note}`);
    // After every pair, so that a stopped run has its figures.
    console.log(
      `so far: ${split} of ${tried} pairs are several groups; in ${hidden}, one bug hides the other; ${wholeText(alone)}`,
    );
  }
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

async function shows(
  fault: FaultId,
  alone: Map<FaultId, Trial | undefined>,
  options: TrialOptions,
): Promise<boolean> {
  if (!alone.has(fault)) {
    const one = await trialOf([fault], options);
    alone.set(fault, one);
    if (one !== undefined && one.failed >= SHOWS && one.groups.length > 1)
      console.log(`${fault} alone: ${one.groups.join(', ')}`);
  }
  return (alone.get(fault)?.failed ?? 0) >= SHOWS;
}

function wholeText(alone: ReadonlyMap<FaultId, Trial | undefined>): string {
  const single = [...alone.values()].filter((one) => (one?.failed ?? 0) >= SHOWS);
  const whole = single.filter((one) => one!.groups.length === 1);
  return `${whole.length} of ${single.length} single bugs are one group`;
}
