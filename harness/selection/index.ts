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
  scenarioHash,
  type TestName,
} from './plan.js';
export {
  findApplicableFaults,
  findSequence,
  findSuite,
  getApplicableOverrides,
  getDefaultCount,
  hasNoOverrides,
  listPlannedChips,
  NO_OVERRIDES,
  type Overrides,
  requireFaultsSupported,
  requireRunnable,
  selectChips,
  selectSequences,
  type WeightedSequence,
} from './selection.js';
