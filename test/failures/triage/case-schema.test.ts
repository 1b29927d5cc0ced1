import {
  type CaseJob,
  type CaseResult,
  caseRequestSchema,
  caseResultSchema,
  findCaseMismatch,
  runCase,
} from '../../../failures/triage/case-job.js';
import { scenarioHash } from '../../../harness/selection/plan.js';
import { encodeScenario } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

const scenario = encodeScenario(drawTest('empty_section', '0xa', { chips: ['navi21'], faults: ['F46'] }));
const hash = scenarioHash(scenario);
const job: CaseJob = { scenario, budgetMs: 0 };

describe('a triage result', () => {
  it('matches the job that produced it', async () => {
    expect(caseRequestSchema.parse({ job, suite: 'smoke' })).toEqual({ job, suite: 'smoke' });
    const found = await runCase(job);
    expect(caseResultSchema.parse(found)).toEqual(found);
    expect(findCaseMismatch(job, found)).toBeUndefined();
  });

  it('does not match a different failure or a corrupt scenario', async () => {
    const { smallest } = await runCase(job);
    const check = (found: CaseResult) => findCaseMismatch(job, found);
    expect(check({ of: '00000000', smallest: smallest! })).toBe('it is for a different failure');
    const corrupt = 'its scenario is corrupt';
    expect(check({ of: hash, smallest: { ...smallest!, scenario: 'no' } })).toBe(corrupt);
    const why = { why: '{}', nearestPass: '' };
    expect(check({ of: hash, smallest: { ...smallest!, why } })).toBe(corrupt);
  });
});
