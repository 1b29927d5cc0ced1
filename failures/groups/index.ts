export type { FailureGroup } from './failure-groups.js';
export type { ReportedBucket } from './group-text.js';
export {
  findSmallestRepro,
  formatOccurrences,
  hasUnknownFailure,
  isOneBucket,
  makeReportedGroups,
  type ReportedGroup,
} from './group-text.js';
export { formatGroupRules, getErrorRule, getFamily, listGroupRules } from './one-bug-rules.js';
export { findFailureGroups, findSmallestFailure } from './run-groups.js';
