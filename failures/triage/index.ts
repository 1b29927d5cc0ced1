export { withForms } from './bucket-forms.js';
export { triage } from './triage.js';
export { makeTriageProgress } from './triage-progress.js';
export { triageRun } from './triage-run.js';
