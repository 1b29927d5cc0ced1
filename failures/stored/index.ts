export {
  addSuiteOptions,
  DEFAULT_COUNT,
  planScenarios,
  resolveReplay,
  resolveScenario,
  type SuiteValues,
} from './replay-source.js';
export { readFailure, readScenarioFile, readViolations, type StoredFailure } from './stored-failure.js';
