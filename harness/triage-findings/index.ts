export * from './explanation.js';
export type {
  HoleSearchResult,
  ObservedKinds,
  RemainingHole,
  ShrunkFailure,
} from './findings.js';
