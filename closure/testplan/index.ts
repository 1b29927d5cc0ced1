export { hardwareUnknowns } from './hardware-unknowns.js';
export { JUDGED_GOAL, STAGES } from './stages.js';
export {
  type Breaker,
  describeKiller,
  isProjectTest,
  type KillerSummary,
  readStatementKillers,
  STRUCTURE_RULE,
  type StatementKiller,
  writeStatementKillers,
} from './statement-killers.js';
export { type StageProgress, type Testplan, type TestplanRow, testplan } from './testplan.js';
export { verifiedText } from './testplan-text.js';
