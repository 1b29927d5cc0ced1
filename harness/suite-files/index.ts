export { getNamedSuiteHashes } from './named-files.js';
export {
  allowSuiteFile,
  hasUserSuiteFile,
  isLoaded,
  openBatchSuite,
  openRunSuite,
  openSuite,
  openSuiteInParents,
} from './opened-suites.js';
export { hashSuiteFile, isSuiteFile, loadSuite } from './suite-file.js';
