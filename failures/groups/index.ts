export type { FailureGroup } from './failure-groups.js';
export { formatGroupRules, listGroupRules } from './group-rules.js';
export {
  findSmallestRepro,
  formatOccurrences,
  hasUnknownFailure,
  isOneBucket,
  makeReportedGroups,
  type ReportedGroup,
} from './group-text.js';
export { getErrorRule, getFamily } from './one-bug-rules.js';
export type { ReportedBucket } from './reported-bucket.js';
export { findFailureGroups, findSmallestFailure } from './run-groups.js';
