export { withTriageFindings } from './bucket-forms.js';
export type { CaseResult } from './case-job.js';
export type { CaseRunner, CaseWatch } from './case-runner.js';
export { caseRequestSchema, caseResultSchema, findCaseMismatch } from './case-schema.js';
export { type CaseRequest, CaseThread } from './case-thread.js';
export { type TriageOptions, triage } from './triage.js';
export { makeTriageProgress } from './triage-progress.js';
export { getCaseSource, triageRun } from './triage-run.js';
