export { withTriageFindings } from './bucket-forms.js';
export { triageRun } from './case-thread.js';
export { makeTriageProgress, type TriageOptions, triage } from './triage.js';
