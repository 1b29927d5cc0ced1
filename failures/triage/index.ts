export { withTriageFindings } from './bucket-forms.js';
export type { CaseResult, CaseRunner, CaseWatch } from './case-job.js';
export { caseRequestSchema, caseResultSchema, findCaseMismatch } from './case-schema.js';
export { type CaseRequest, CaseThread, getCaseSource, triageRun } from './case-thread.js';
export { makeTriageProgress, type TriageOptions, triage } from './triage.js';
