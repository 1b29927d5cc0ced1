export { withTriageFindings } from './bucket-forms.js';
export {
  type CaseRequest,
  type CaseResult,
  type CaseRunner,
  caseRequestSchema,
  caseResultSchema,
  findCaseMismatch,
} from './case-job.js';
export { CaseThread, getCaseSource, triageRun } from './case-thread.js';
export { makeTriageProgress, type TriageOptions, triage } from './triage.js';
