export type { FailureGroup } from './failure-groups.js';
export {
  hasUnknownFailure,
  isOneBucket,
  type JudgedGroup,
  judgedGroups,
  smallestForm,
  whereText,
} from './group-text.js';
export { groupsOfRun, smallestFailure } from './groups-of-run.js';
export type { JudgedBucket } from './judged-bucket.js';
export { familyOf, ruleOf } from './one-bug-rules.js';
export { rulesOfGroup, rulesText } from './rules-of-group.js';
