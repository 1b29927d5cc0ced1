export { appendEvents, readEvents } from './event-log.js';
export {
  addKillers,
  type FaultKill,
  firstKills,
  killsFault,
  type RankedClaim,
  type SuiteBase,
} from './fault-kills.js';
export {
  changedFiles,
  fileHash,
  listHashes,
  placeInRun,
  readLogged,
  requireLogged,
  unloggedNote,
  unloggedNoteForFailure,
  writeLogged,
} from './logged-files.js';
export { makeEvents } from './logged-result.js';
export { hasLog, isRunDirectory, openPastRun, type PastRun } from './past-run.js';
export { type PlanPart, plannedTests, planPart, withoutFirst } from './plan-part.js';
export { readCoverage, readMergedCoverage } from './run-coverage.js';
export { type EndedEvent, type RunEnd, type RunEvent, type RunStanding, UNFINISHED } from './run-event.js';
export {
  coverageRun,
  createManifest,
  failureLine,
  type RunReport,
  type RunRequest,
  type RunStart,
  type RunWatch,
  restoreRequest,
} from './run-request.js';
export { finishedReport, reportOnRun, storedReport } from './stored-report.js';
export { type Bucket, type FailureExample, type SequenceTally, Tally } from './tally.js';
export { type RunTestResult, testResults } from './test-results.js';
export { isFromStart, listRunTests, requireRunTest } from './tests-of-run.js';
export { mergeTriage, readTriage, type TriageFindings, writeTriage } from './triage-file.js';
export { type TestUnderWay, UnderWay } from './under-way.js';
export { unseenFault } from './unseen-fault.js';
