import { describe, expect, it } from 'vitest';
import { addKillers, firstKills } from '../../../harness/run-directory/fault-kills.js';
import type { FaultId } from '../../../transactions/index.js';

/** Faults by the test that kills them. */
const FAULTS_BY_TEST: Readonly<Record<string, readonly FaultId[]>> = {
  one: ['F01'],
  two: ['F01', 'F02'],
  dear: ['F03', 'F04'],
  cheap: ['F03'],
  last: ['F05'],
};
const kills = (test: string, fault: FaultId): boolean => FAULTS_BY_TEST[test]!.includes(fault);

describe('the kills of a suite', () => {
  it('are those of the first test that detects each fault; an undetected fault has none', () => {
    expect(firstKills(['F01', 'F02', 'F03'], ['one', 'two'], kills)).toEqual([
      { fault: 'F01', by: 'one' },
      { fault: 'F02', by: 'two' },
    ]);
  });

  it('grow by the cheapest of a limited number of tests that detect a fault, unless an added one does', () => {
    const others = ['cheap', 'dear', 'last'];
    expect(addKillers(['F04', 'F03', 'F05'], others, 2, kills)).toEqual([
      { fault: 'F04', by: 'dear' },
      { fault: 'F03', by: 'dear' },
      { fault: 'F05', by: 'last' },
    ]);
    expect(addKillers(['F05'], others, 2, kills)).toEqual([]);
  });
});
