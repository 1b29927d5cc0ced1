import { describe, expect, it } from 'vitest';
import { findFirstKills, findKillers } from '../../../harness/run-directory/fault-kills.js';
import type { FaultId } from '../../../transactions/index.js';

/** The faults killed by each test. */
const FAULTS_BY_TEST: Readonly<Record<string, readonly FaultId[]>> = {
  one: ['F01'],
  two: ['F01', 'F02'],
  expensive: ['F03', 'F04'],
  cheap: ['F03'],
  last: ['F05'],
};
const kills = (test: string, fault: FaultId): boolean => FAULTS_BY_TEST[test]!.includes(fault);

describe('fault kills', () => {
  it('findFirstKills lists each detected fault with the first test that detects it', () => {
    expect(findFirstKills(['F01', 'F02', 'F03'], ['one', 'two'], kills)).toEqual([
      { fault: 'F01', by: 'one' },
      { fault: 'F02', by: 'two' },
    ]);
  });

  it('findKillers tries a few tests for each fault and picks the cheapest that detects it, unless a test already picked does', () => {
    const others = ['cheap', 'expensive', 'last'];
    expect(findKillers(['F04', 'F03', 'F05'], others, 2, kills)).toEqual([
      { fault: 'F04', by: 'expensive' },
      { fault: 'F03', by: 'expensive' },
      { fault: 'F05', by: 'last' },
    ]);
    expect(findKillers(['F05'], others, 2, kills)).toEqual([]);
  });
});
