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
export type {
  HoleSearchResult,
  ObservedKinds,
  RemainingHole,
  ShrunkFailure,
} from './findings.js';
