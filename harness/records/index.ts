export { takeAttachment } from './attachments.js';
export { binIndex } from './bin-index.js';
export { causesFirst, firedErrors, inCauseOrder, isExplainedBy } from './cause-order.js';
export { type ClaimResult, claimResults, claimVerdicts } from './claim-counts.js';
export { COVERAGE_FILE, readCoverage, writeCoverage } from './coverage-files.js';
export { DEVICE, deviceLine } from './device-finding.js';
export {
  bucketOf,
  type ErrorOrigin,
  errorFinding,
  errorOrigin,
  type Finding,
  findingOf,
  isInternalError,
  NONDETERMINISM,
  OUTCOMES,
  UNCHECKED,
} from './finding.js';
export { findKnownIssue, type KnownIssue, readKnownIssues } from './known-issues.js';
export { likenessText, selectionText } from './likeness.js';
export {
  chipsSchema,
  describeHost,
  faultSchema,
  faultsSchema,
  isThisVersion,
  type Manifest,
  originText,
  plannedTestSchema,
  readManifest,
} from './manifest.js';
export type { Model } from './model.js';
export { getRuleCounts, type RuleCounts, type RuleTotals } from './rule-counts.js';
export { lockRunDirectory } from './run-lock.js';
export type { ScenarioRepeats } from './scenario-census.js';
export { type CostsOfSequences, TestCosts } from './test-costs.js';
export { violationSchema } from './violation-schema.js';
export { NO_WAIVERS, readWaivers, type Waivers } from './waivers.js';
export { chooseWaves, FormedWaves, type Witness } from './witness.js';
