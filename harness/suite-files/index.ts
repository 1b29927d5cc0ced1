export { namedSuiteHashes } from './named-files.js';
export {
  hasOwnSuiteFile,
  isOpen,
  nameSuiteFile,
  openBatchSuite,
  openRunSuite,
  openSuite,
  openSuiteFromWithin,
} from './opened-suites.js';
export { isSuiteFile, loadSuite, suiteFileOf } from './suite-file.js';
