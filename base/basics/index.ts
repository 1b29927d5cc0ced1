export { Afterwards } from './afterwards.js';
export { isDay, today } from './calendar.js';
export { codeMatchesCommit, type GitCheckout, readGitCheckout } from './checked-out.js';
export { causeOf, errorText, isCommandError } from './error-text.js';
export { fileErrorText, unwritable } from './file-errors.js';
export { matchesGlob, selectByGlobs } from './glob.js';
export { InfrastructureError } from './infrastructure-error.js';
export { isFile } from './is-file.js';
export {
  formatKnobSettings,
  isKnobValue,
  knobDomain,
  knobValues,
  namedKnobValue,
  parseKnobSettings,
} from './knob-values.js';
export { someNames, unknownName } from './nearest-name.js';
export { amount, integerInRange, natural, numberInRange } from './number-schemas.js';
export { firstLine, oneLine } from './one-line.js';
export { loadOptional } from './optional-package.js';
export { ownPackage, packageRoot, packageVersion } from './package-root.js';
export {
  findRunDirectory,
  requirePlain,
  requirePlainDirectory,
  requirePlainPath,
} from './plain-directory.js';
export { CapturedOutput, withPrinted } from './printed-text.js';
export { RANGES, type Range } from './ranges.js';
export {
  FAILURE_FILES,
  failureFolder,
  isolatedCaseFile,
  isTrace,
  MAX_STORED_PRINTS,
  PLAN_FILE,
  RUN_FILES,
  STORED_PER_BUCKET,
  TRACE_NAME,
} from './run-files.js';
export { freshSeed, readSeed, testSeed } from './seeds.js';
export { shellWord } from './shell-word.js';
export { recordedSchedule, withStrategy } from './strategy.js';
export { runWithTimeout, timeoutText } from './time-limit.js';
export { after } from './timer.js';
