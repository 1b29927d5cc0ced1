export type { BucketForm } from './bucket-form.js';
export type { Closing, ResistingHole } from './closing.js';
export { FIX_STATES, type GroupFix } from './group-fix.js';
export type { SimilarFault } from './like-fault.js';
export type { ObservedKinds } from './observed-kinds.js';
export type { Separation } from './separation.js';
export type { ShrunkFailure } from './shrunk-failure.js';
export type {
  AnswerBand,
  Decision,
  Explanation,
  ExplanationFindings,
  ExplanationPoint,
  NamedChoice,
  NearestPass,
} from './why.js';
