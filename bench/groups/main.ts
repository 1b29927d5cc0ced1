import { parseArgs } from 'node:util';
import { readSeed } from '../../base/basics/index.js';
import { FAULTS, type FaultId, RandomStream, UsageError } from '../../transactions/index.js';
import { hiddenFault } from './hidden-fault.js';
import { type Trial, trial } from './pair-trial.js';

/** Minimum failures of a single fault for it to count as visible. */
const SHOWS = 3;

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '40' },
    seed: { type: 'string', default: '0x32' },
    tests: { type: 'string', default: '24' },
    triage: { type: 'string', default: '8' },
  },
});
const options = { seed: values.seed, tests: Number(values.tests), triageMs: 1000 * Number(values.triage) };
const alone = new Map<FaultId, Trial | undefined>();

/** Undefined if no test allows the faults together. */
async function tried(faults: readonly FaultId[], triageMs: number): Promise<Trial | undefined> {
  try {
    return await trial(faults, { ...options, triageMs });
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function shows(fault: FaultId): Promise<boolean> {
  if (!alone.has(fault)) {
    const one = await tried([fault], options.triageMs);
    alone.set(fault, one);
    if (one !== undefined && one.failed >= SHOWS && one.groups.length > 1)
      console.log(`${fault} alone: ${one.groups.join(', ')}`);
  }
  return (alone.get(fault)?.failed ?? 0) >= SHOWS;
}

/** Printed after every pair, so that a stopped run has its figures. */
function soFar(): string {
  const single = [...alone.values()].filter((one) => (one?.failed ?? 0) >= SHOWS);
  const whole = single.filter((one) => one!.groups.length === 1);
  return `${split} of ${pairs} pairs are several groups; in ${hidden}, one bug hides the other; ${whole.length} of ${single.length} single bugs are one group`;
}

const stream = new RandomStream(readSeed(values.seed));
let pairs = 0;
let split = 0;
let hidden = 0;
while (pairs < Number(values.pairs)) {
  const [a, b] = [FAULTS[stream.below(FAULTS.length)]!.id, FAULTS[stream.below(FAULTS.length)]!.id];
  if (a === b || !(await shows(a)) || !(await shows(b))) continue;
  const both = await tried([a, b], options.triageMs);
  if (both === undefined) continue;
  pairs++;
  const isSplit = both.groups.length > 1;
  const unseen = isSplit ? undefined : hiddenFault([a, b], options.seed);
  if (isSplit) split++;
  if (unseen !== undefined) hidden++;
  const note = unseen === undefined ? '' : `; nothing shows ${unseen}`;
  console.log(`${a} and ${b}: ${both.byCause.join(', ')} -> ${both.groups.join(', ')}${note}`);
  console.log(`so far: ${soFar()}`);
}
