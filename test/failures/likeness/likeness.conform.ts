import { expect, it } from 'vitest';
import { runUntilFailures } from '../../../bench/likeness/failing-tests.js';
import { groupsOfRun } from '../../../failures/groups/index.js';
import { FaultLibrary, printOfGroup, readFaultPrints } from '../../../failures/likeness/index.js';

const TRIAL_SIZE = { failures: 6, tests: 24, maxTests: 48 };

it.each(['F202', 'F208', 'F213'] as const)(
  'recognizes failures caused by %s in tests with a different seed',
  (fault) => {
    const library = new FaultLibrary(readFaultPrints());
    const [group] = groupsOfRun({ tally: runUntilFailures(fault, '0xc17', TRIAL_SIZE) });
    const faults = library.nearest(printOfGroup(group!)).map((match) => match.fault);
    expect(faults).toContain(fault);
  },
);
