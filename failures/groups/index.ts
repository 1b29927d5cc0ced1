export type { FailureGroup } from './failure-groups.js';
export {
  findSmallestForm,
  formatOccurrences,
  hasUnknownFailure,
  isOneBucket,
  makeReportedGroups,
  type ReportedGroup,
} from './group-text.js';
export { findFailureGroups, findSmallestFailure } from './groups-of-run.js';
export type { ReportedBucket } from './judged-bucket.js';
export { getErrorRule, getFamily } from './one-bug-rules.js';
export { formatGroupRules, listGroupRules } from './rules-of-group.js';
