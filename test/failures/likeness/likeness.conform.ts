import { expect, it } from 'vitest';
import { findFailureGroups } from '../../../failures/groups/index.js';
import {
  FaultLibrary,
  makeGroupFingerprint,
  readFaultFingerprints,
} from '../../../failures/likeness/index.js';
import { runUntilFailures } from '../../../tools/bench/stored/fault-prints.js';

const TRIAL_SIZE = { failures: 6, tests: 24, maxTests: 48 };

it.each(['F202', 'F208', 'F213'] as const)(
  'recognises failures caused by %s in tests with a different seed',
  (fault) => {
    const library = new FaultLibrary(readFaultFingerprints());
    const [group] = findFailureGroups({ tally: runUntilFailures(fault, '0xc17', TRIAL_SIZE) });
    const faults = library.findNearest(makeGroupFingerprint(group!)).map((match) => match.fault);
    expect(faults).toContain(fault);
  },
);
