export type { BucketForm } from './bucket-form.js';
export type { HoleSearchResult, RemainingHole } from './closing.js';
export type {
  Decision,
  Explanation,
  ExplanationFindings,
  ExplanationPoint,
  NamedChoice,
  NearestPass,
  ValueBand,
} from './explanation.js';
export { FIX_STATES, type GroupFix } from './group-fix.js';
export type { ObservedKinds } from './observed-kinds.js';
export type { Separation } from './separation.js';
export type { ShrunkFailure } from './shrunk-failure.js';
export type { SimilarFault } from './similar-fault.js';
