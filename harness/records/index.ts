export { storeAttachment } from './attachments.js';
export { findBinIndex, formatBinName } from './bin-index.js';
export { isExplainedBy, listErrors, sortCausesFirst, sortForExplanation } from './cause-order.js';
export { type ClaimResult, countClaimVerdicts, getClaimResults } from './claim-counts.js';
export { formatComparisonKey, formatSelection, injectsFaults } from './comparison-key.js';
export {
  DEVICE,
  type ErrorOrigin,
  type Finding,
  findNamingViolation,
  formatDeviceFinding,
  getBucket,
  getErrorOrigin,
  getFinding,
  isInternalError,
  makeErrorFinding,
  NONDETERMINISM,
  OUTCOMES,
  UNCHECKED,
  violationSchema,
} from './finding.js';
export {
  findKnownIssue,
  formatKnownIssue,
  type KnownIssue,
  listValidIssues,
  readKnownIssues,
} from './known-issues.js';
export * from './manifest.js';
export type { Model } from './model.js';
export { getRuleCounts, type RuleCounts, type RuleTotals } from './rule-counts.js';
export { lockRunDirectory, requireHeldLock } from './run-lock.js';
export type { ScenarioRepeats } from './scenario-census.js';
export { type SequenceCosts, TestCosts } from './test-costs.js';
export { NO_WAIVERS, readWaivers, type Waivers } from './waivers.js';
export { listWarnings, type RuleWarnings } from './warning-counts.js';
export { chooseWaves, createWitnessSink, FormedWaves, type Witness } from './witness.js';
