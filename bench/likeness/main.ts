import { parseArgs } from 'node:util';
import { findFailureGroups } from '../../failures/groups/index.js';
import {
  FaultLibrary,
  type FaultPrint,
  makeGroupPrint,
  makePrint,
  readFaultPrints,
  writeFaultPrints,
} from '../../failures/likeness/index.js';
import { FAULTS, type FaultId, UsageError } from '../../transactions/index.js';
import { type Effort, runKiller, runUntilFailures } from './failing-tests.js';

/** Required rate for goal C17, as a percentage of the groups. */
const FLOOR = 80;
/** Target rate for goal C17, as a percentage of the groups. */
const TARGET = 95;

/** When to stop testing a fault to build its symptom print. */
const PRINT_EFFORT: Effort = { failures: 16, tests: 48, maxTests: 200 };
/** When to stop testing a fault to compare its groups with the prints. */
const TRIAL_EFFORT: Effort = { failures: 12, tests: 32, maxTests: 100 };

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    'print-seed': { type: 'string', default: '0x17a1' },
    seed: { type: 'string', default: '0x51d2' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const { only } = values;
const faults = FAULTS.map(({ id }) => id).filter((id) => only.length === 0 || only.includes(id));

if (values.write) writePrints(values['print-seed']);
measureRanking(values.seed);

/** Writes the prints of the selected faults. With `--only`, keeps all other prints. */
function writePrints(seed: string): void {
  const kept = only.length === 0 ? [] : readFaultPrints().filter(({ fault }) => !faults.includes(fault));
  const prints = faults.map((fault): FaultPrint => {
    const tally = runUntilFailures(fault, seed, PRINT_EFFORT);
    const print = makePrint((tally.failed > 0 ? tally : runKiller(fault)).buckets.values());
    console.log(`${fault}: ${print.tests} failing tests`);
    return { fault, print };
  });
  const order = FAULTS.map(({ id }) => id as FaultId);
  const allPrints = [...kept, ...prints].sort((a, b) => order.indexOf(a.fault) - order.indexOf(b.fault));
  writeFaultPrints(
    allPrints,
    `failing tests of each fault in a nightly of seed ${seed}, or its killer if there are none; npm run bench -- likeness --write`,
  );
}

/**
 * Compares the prints with groups of tests that did not contribute to them. Counts how often the group's own fault is
 * ranked first, and how often it is in the top three.
 */
function measureRanking(seed: string): void {
  const library = new FaultLibrary(readFaultPrints());
  let groups = 0;
  let first = 0;
  let inTopThree = 0;
  for (const fault of faults) {
    const tally = runUntilFailures(fault, seed, TRIAL_EFFORT);
    const faultGroups = findFailureGroups({ tally });
    const separations = faultGroups.flatMap(({ maskedBy }) => maskedBy ?? []);
    for (const group of faultGroups) {
      const print = makeGroupPrint(group, separations);
      if (print.tests === 0) continue;
      const likelyFaults = library.findNearest(print).map((similar) => similar.fault);
      groups++;
      if (likelyFaults[0] === fault) first++;
      if (likelyFaults.includes(fault)) inTopThree++;
      else
        console.log(
          `${fault}: ${group.signature} (${group.count}) looks like ${likelyFaults.join(', ') || 'nothing'}`,
        );
    }
  }
  if (groups === 0) throw new UsageError('No test failed: choose other faults');
  const percent = (count: number): string => ((100 * count) / groups).toFixed(1);
  console.log(
    `C17: ${groups} groups of tests with other seeds; ${percent(first)}% have their own fault ranked first, ${percent(inTopThree)}% in the top three (floor ${FLOOR}%, target ${TARGET}%)`,
  );
  if ((100 * inTopThree) / groups < FLOOR) process.exitCode = 1;
}
