export { findApplicableFaults, getApplicableOverrides } from './active-faults.js';
export { checkFixedKnobs, checkKnobOverrides } from './fixed-knobs.js';
export { formatCommand, getToolCommand, isFoundByNpx } from './pasteable-command.js';
export { type PlannedTest, planTests, type Shard } from './plan.js';
export { scenarioHash } from './scenario-hash.js';
export {
  findSequence,
  findSuite,
  getDefaultCount,
  hasNoOverrides,
  NO_OVERRIDES,
  type Overrides,
  requireFaultsSupported,
  requireRunnable,
  selectChips,
  selectSequences,
  type WeightedSequence,
} from './selection.js';
export {
  formatReplayLine,
  formatReproLine,
  formatTestId,
  formatTestName,
  isTestId,
  looksLikeTestName,
  parseTestId,
  parseTestName,
  type TestName,
} from './plan.js';
