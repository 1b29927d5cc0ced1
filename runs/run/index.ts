export { runSuite } from './run-suite.js';
export { getStoredTestsFile } from './stored-tests.js';
