export { InvariantRecorder, isDeviceUnderTest } from './broken-device.js';
export { makeFaultFreeRequest } from './fault-effect.js';
export type { Failure, FailureSummary } from './one-test.js';
export { type ReplayResult, replayScenario } from './replay.js';
export { runExternalProgram } from './run-external.js';
export {
  generateTest,
  type RunOptions,
  runScenarioTest,
  runTest,
  type TestRequest,
  type TestResult,
  type TestRunner,
} from './run-test.js';
export { shouldRunTwice } from './run-twice.js';
export { findRemovedFaults, isStimulusFault, withoutFaults } from './stimulus-fault.js';
export { type TracedLine, TraceLines, writeTrace } from './trace-lines.js';
export { type AlternativeChoice, type ChoicesByRule, findRelevantChoices } from './unknown-choices.js';
