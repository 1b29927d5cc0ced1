export { runSuite } from './run-suite.js';
export { storedTestsFile } from './stored-tests.js';
