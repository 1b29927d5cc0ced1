export { BrokenDevice, isDeviceOnTrial } from './broken-device.js';
export { makeCleanTwin } from './clean-twin.js';
export type { Failure, FailureSummary } from './one-test.js';
export { type ReplayResult, replayScenario } from './replay.js';
export { runInWorld } from './run-in-world.js';
export {
  generateTest,
  type RunOptions,
  runScenarioTest,
  runTest,
  type TestRequest,
  type TestResult,
  type TestRunner,
} from './run-test.js';
export { runsTwice } from './run-twice.js';
export { runUnjudged } from './run-unjudged.js';
export { findLiftedFaults, isStimulusFault, withoutFaults } from './stimulus-fault.js';
export { type TracedLine, TraceLines, writeTrace } from './trace-lines.js';
export { type ChoicesByRule, findChoicesThatMatter, type OtherChoice } from './unknown-choices.js';
