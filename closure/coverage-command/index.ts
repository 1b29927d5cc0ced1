export { COVERAGE_ACTIONS } from './coverage-actions.js';
export { writeCoverageFiles } from './coverage-export.js';
