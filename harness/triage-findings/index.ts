export {
  type Decision,
  type Explanation,
  type ExplanationFindings,
  type ExplanationPoint,
  explanationSchema,
  type NamedChoice,
  type NearestPass,
  type ValueBand,
} from './explanation.js';
export {
  FIX_STATES,
  type GroupFix,
  type HoleSearchResult,
  type ObservedKinds,
  type RemainingHole,
  type ShrunkFailure,
} from './findings.js';
