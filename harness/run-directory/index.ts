export { COVERAGE_FILE, readCoverage, readMergedCoverage, writeCoverage } from './coverage-files.js';
export { appendEvents, readEvents } from './event-log.js';
export {
  findChangedFiles,
  getLoggedName,
  getMissingHashNote,
  hashContents,
  listHashes,
  readLogged,
  readLoggedDocument,
  requireLogged,
  writeAndLogHash,
} from './logged-files.js';
export { makeEvents } from './logged-result.js';
export {
  checkForUndetectedFault,
  hasLog,
  isRunDirectory,
  loadStoredReport,
  makeFinishedReport,
  openPastRun,
  type PastRun,
  readRunManifest,
  reportOnRun,
} from './past-run.js';
export * from './plan-slice.js';
export {
  type EndedEvent,
  type RunEnd,
  type RunEvent,
  type RunStatus,
  UNFINISHED_STATUSES,
} from './run-event.js';
export * from './run-request.js';
export { RunningTests } from './running-tests.js';
export { type Bucket, type FailureExample, type SequenceTally, Tally } from './tally.js';
export {
  hasNoGaps,
  listRunTests,
  type RunTestResult,
  readTestResults,
  requireRunTest,
} from './test-results.js';
export { mergeTriage, readTriage, writeTriage } from './triage-file.js';
