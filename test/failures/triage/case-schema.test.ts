import { describe, expect, it } from 'vitest';
import {
  type CaseJob,
  type CaseResult,
  caseRequestSchema,
  caseResultSchema,
  findCaseMismatch,
  runCase,
} from '../../../failures/triage/case-job.js';
import { generateTest } from '../../../harness/one-test/run-test.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { scenarioHash } from '../../../harness/selection/plan.js';
import { findSequence } from '../../../harness/selection/selection.js';
import { encodeScenario } from '../../../transactions/index.js';

const overrides = { chips: ['navi21' as const], knobs: {}, faults: ['F46' as const] };
const sequence = findSequence('empty_section');
const scenario = encodeScenario(generateTest({ sequence, seed: '0xa', overrides, corpus: openCorpus() }));
const hash = scenarioHash(scenario);
const separationJob: CaseJob = { kind: 'apart', scenario, fired: [] };
const shrinkJob: CaseJob = { kind: 'shrink', scenario, budgetMs: 0 };

describe('a triage result', () => {
  it('matches the job that produced it', async () => {
    for (const job of [separationJob, shrinkJob]) {
      expect(caseRequestSchema.parse({ job, suite: 'smoke' })).toEqual({ job, suite: 'smoke' });
      const found = await runCase(job);
      expect(caseResultSchema.parse(found)).toEqual(found);
      expect(findCaseMismatch(job, found)).toBeUndefined();
      expect(found.smallest === undefined).toBe(job === separationJob);
    }
  });

  it('does not match a different failure, a different kind of job, or a corrupt scenario', async () => {
    const { smallest } = await runCase(shrinkJob);
    const check = (job: CaseJob, found: CaseResult) => findCaseMismatch(job, found);
    expect(check(shrinkJob, { of: '00000000', smallest: smallest! })).toBe('it is for a different failure');
    expect(check(separationJob, { of: hash, smallest: smallest! })).toBe(
      'it is the result of a different kind of job',
    );
    const bug = { cause: 'RACE-01', other: 'ORD-06' } as const;
    expect(check(shrinkJob, { of: hash, apart: bug })).toBe('it is the result of a different kind of job');
    const corrupt = 'its scenario is corrupt';
    expect(check(separationJob, { of: hash, apart: { ...bug, alone: '{}' } })).toBe(corrupt);
    expect(check(shrinkJob, { of: hash, smallest: { ...smallest!, scenario: 'no' } })).toBe(corrupt);
    const why = { why: '{}', nearestPass: '' };
    expect(check(shrinkJob, { of: hash, smallest: { ...smallest!, why } })).toBe(corrupt);
  });
});
