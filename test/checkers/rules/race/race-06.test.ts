import { describe, expect, it } from 'vitest';
import { listFiredRules } from '../../support/stream.js';
import { issueLoads } from './support/loads.js';

describe('RACE-06', () => {
  it('fires for the 64th outstanding vector load', () => {
    expect(listFiredRules(issueLoads(64).judge())).toContain('RACE-06');
  });

  it('does not fire for 63 outstanding vector loads, no matter how many have returned', () => {
    const verdict = issueLoads(63, 20).judge();
    expect(listFiredRules(verdict)).not.toContain('RACE-06');
    expect(verdict.armed['RACE-06']).toBe(83);
  });
});
