export { isDateString, today } from './calendar.js';
export { codeMatchesCommit, type GitCheckout, readGitCheckout } from './checked-out.js';
export { getErrorMessage, getErrorSummary, isCommandError, readIfUsable } from './error-text.js';
export { describeFileError, makeWriteError } from './file-errors.js';
export { matchesGlob, selectByGlobs } from './glob.js';
export { InfrastructureError } from './infrastructure-error.js';
export { isFile } from './is-file.js';
export {
  describeKnobDomain,
  describeKnobValues,
  formatKnobSettings,
  isKnobValue,
  parseKnobSettings,
  resolveKnobValue,
} from './knob-values.js';
export { listSomeNames, makeUnknownNameError } from './nearest-name.js';
export { integerInRange, natural, nonNegative, numberInRange } from './number-schemas.js';
export { formatOneLine, getFirstLine } from './one-line.js';
export { loadOptional } from './optional-package.js';
export { BestEffortSteps } from './optional-steps.js';
export { findPackageRoot, getPackageVersion, readPackageDocument } from './package-root.js';
export {
  findRunDirectory,
  requirePlain,
  requirePlainDirectory,
  requirePlainPath,
} from './plain-directory.js';
export { appendOutput, CapturedOutput } from './printed-text.js';
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
export { quoteShellWord } from './shell-word.js';
export { makeRecordedSchedule, withStrategy } from './strategy.js';
export { formatTimeout, runWithTimeout } from './time-limit.js';
export { runAfter } from './timer.js';
