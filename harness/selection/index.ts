export { findApplicableFaults, getApplicableOverrides } from './active-faults.js';
export { checkFixedKnobs, checkReplacedKnobs } from './fixed-knobs.js';
export { getToolCommand, isWithinReach, pasteableCommand } from './pasteable-command.js';
export { type PlannedTest, planTests, type Shard } from './plan.js';
export { scenarioHash } from './scenario-hash.js';
export {
  findSequence,
  findSuite,
  getDefaultCount,
  isAsDrawn,
  NO_OVERRIDES,
  type Overrides,
  requireFaultsOn,
  requireRunnable,
  selectChips,
  selectSequences,
  type WeightedSequence,
} from './selection.js';
export {
  formatReplayLine,
  formatReproLine,
  formatTestName,
  isTestId,
  looksLikeTestName,
  parseTestId,
  parseTestName,
  type TestName,
  testId,
} from './test-name.js';
