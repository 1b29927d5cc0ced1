export { getNamedSuiteHashes } from './named-files.js';
export {
  allowSuiteFile,
  hasOwnSuiteFile,
  isOpen,
  openBatchSuite,
  openRunSuite,
  openSuite,
  openSuiteInParents,
} from './opened-suites.js';
export { hashSuiteFile, isSuiteFile, loadSuite } from './suite-file.js';
