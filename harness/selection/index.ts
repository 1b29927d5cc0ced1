export { applicableFaults, applicableOverrides } from './active-faults.js';
export { checkFixedKnobs, checkReplacedKnobs } from './fixed-knobs.js';
export { isWithinReach, pasteableCommand, toolCommand } from './pasteable-command.js';
export { type PlannedTest, planTests, type Shard } from './plan.js';
export { scenarioHash } from './scenario-hash.js';
export {
  chipsFor,
  defaultCount,
  findSequence,
  findSuite,
  isAsDrawn,
  NO_OVERRIDES,
  type Overrides,
  requireFaultsOn,
  requireRunnable,
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
