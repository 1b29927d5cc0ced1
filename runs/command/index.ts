export { createRunId } from './run-options.js';
