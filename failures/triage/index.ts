export { withForms } from './bucket-forms.js';
export type { CaseFound } from './case-job.js';
export type { CaseRunner, CaseWatch } from './case-runner.js';
export { caseFoundSchema, caseMismatch, caseRequestSchema } from './case-schema.js';
export { type CaseRequest, CaseThread } from './case-thread.js';
export { type TriageOptions, triage } from './triage.js';
export { makeTriageProgress } from './triage-progress.js';
export { caseSource, triageRun } from './triage-run.js';
