export { type GitCheckout, readGitCheckout } from './checked-out.js';
export * from './errors.js';
export { isFile } from './is-file.js';
export * from './knob-values.js';
export { listSomeNames, makeUnknownNameError, matchesGlob, selectByGlobs } from './names.js';
export { integerInRange, natural, nonNegative, numberInRange } from './number-schemas.js';
export { BestEffortSteps } from './optional-steps.js';
export { findPackageRoot, getPackageVersion, loadOptional, readPackageDocument } from './package-root.js';
export * from './plain-directory.js';
export { appendOutput, CapturedOutput, quoteShellWord } from './printed-text.js';
export { RANGES, type Range } from './ranges.js';
export {
  FAILURE_FILES,
  getFailureFolder,
  getIsolatedCaseFile,
  isTrace,
  MAX_STORED_OUTPUTS,
  MAX_STORED_PER_BUCKET,
  PLAN_FILE,
  RUN_FILES,
  TRACE_NAME,
} from './run-files.js';
export { deriveTestSeed, generateSeed, readSeed } from './seeds.js';
export { makeRecordedSchedule, withStrategy } from './strategy.js';
export { formatTimeout, isDateString, runWithTimeout, today } from './time-limit.js';
export { runAfter } from './timer.js';
