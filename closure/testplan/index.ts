export { formatPassRate } from './pass-rate.js';
export { JUDGED_GOAL, STAGES } from './stages.js';
export {
  type Breaker,
  describeKiller,
  isProjectTest,
  type KillerSummary,
  readStatementKillers,
  type StatementKiller,
  writeStatementKillers,
} from './statement-killers.js';
export { buildTestplan, type StageProgress, type Testplan, type TestplanRow } from './testplan.js';
export { formatGrades } from './testplan-text.js';
export { getHardwareUnknowns } from './unknowns.js';
