export {
  addSuiteOptions,
  DEFAULT_COUNT,
  planScenarios,
  resolveScenario,
  type SuiteValues,
} from './planned-scenarios.js';
export { resolveReplay } from './replay-source.js';
export { readFailure, readScenarioFile, readViolations, type StoredFailure } from './stored-failure.js';
