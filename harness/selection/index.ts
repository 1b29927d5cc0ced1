export { findApplicableFaults, getApplicableOverrides } from './active-faults.js';
export { checkFixedKnobs, checkKnobOverrides } from './fixed-knobs.js';
export { formatCommand, getToolCommand, isFoundByNpx } from './pasteable-command.js';
export {
  formatReplayLine,
  formatReproLine,
  formatTestId,
  formatTestName,
  isTestId,
  looksLikeTestName,
  type PlannedTest,
  parseTestId,
  parseTestName,
  planTests,
  type Shard,
  type TestName,
} from './plan.js';
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
