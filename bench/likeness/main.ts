import { parseArgs } from 'node:util';
import { findFailureGroups } from '../../failures/groups/index.js';
import {
  type FaultFingerprint,
  FaultLibrary,
  makeFingerprint,
  makeGroupFingerprint,
  readFaultFingerprints,
  writeFaultFingerprints,
} from '../../failures/likeness/index.js';
import { FAULTS, type FaultId, UsageError } from '../../transactions/index.js';
import { type Effort, runKiller, runUntilFailures } from './failing-tests.js';

/** Minimum percentage of groups for goal C17. */
const FLOOR = 80;
/** Target percentage of groups for goal C17. */
const TARGET = 95;

/** When to stop testing a fault to build its symptom fingerprint. */
const FINGERPRINT_EFFORT: Effort = { failures: 16, tests: 48, maxTests: 200 };
/** When to stop testing a fault to compare its groups with the fingerprints. */
const TRIAL_EFFORT: Effort = { failures: 12, tests: 32, maxTests: 100 };

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    'fingerprint-seed': { type: 'string', default: '0x17a1' },
    seed: { type: 'string', default: '0x51d2' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const { only } = values;
const faults = FAULTS.map(({ id }) => id).filter((id) => only.length === 0 || only.includes(id));

if (values.write) writeFingerprints(values['fingerprint-seed']);
measureRanking(values.seed);

/** Writes the fingerprints of the selected faults. With `--only`, keeps all other fingerprints. */
function writeFingerprints(seed: string): void {
  const kept =
    only.length === 0 ? [] : readFaultFingerprints().filter(({ fault }) => !faults.includes(fault));
  const fingerprints = faults.map((fault): FaultFingerprint => {
    const tally = runUntilFailures(fault, seed, FINGERPRINT_EFFORT);
    const fingerprint = makeFingerprint((tally.failed > 0 ? tally : runKiller(fault)).buckets.values());
    console.log(`${fault}: ${fingerprint.tests} failing tests`);
    return { fault, fingerprint: fingerprint };
  });
  const order = FAULTS.map(({ id }) => id as FaultId);
  const merged = [...kept, ...fingerprints].sort((a, b) => order.indexOf(a.fault) - order.indexOf(b.fault));
  writeFaultFingerprints(
    merged,
    `each fault's failing tests in a nightly run with seed ${seed}, or the test that kills it if none failed; npm run bench -- likeness --write`,
  );
}

/**
 * Compares the fingerprints with groups of tests that did not contribute to them. Counts how often the true fault ranks
 * first, and how often it is in the top three.
 */
function measureRanking(seed: string): void {
  const library = new FaultLibrary(readFaultFingerprints());
  let groups = 0;
  let first = 0;
  let inTopThree = 0;
  for (const fault of faults) {
    const tally = runUntilFailures(fault, seed, TRIAL_EFFORT);
    const faultGroups = findFailureGroups({ tally });
    const separations = faultGroups.flatMap(({ maskedBy }) => maskedBy ?? []);
    for (const group of faultGroups) {
      const fingerprint = makeGroupFingerprint(group, separations);
      if (fingerprint.tests === 0) continue;
      const likelyFaults = library.findNearest(fingerprint).map((similar) => similar.fault);
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
    `C17: ${groups} groups from tests with other seeds; the true fault ranked first for ${percent(first)}%, in the top three for ${percent(inTopThree)}% (floor ${FLOOR}%, target ${TARGET}%)`,
  );
  if ((100 * inTopThree) / groups < FLOOR) process.exitCode = 1;
}
