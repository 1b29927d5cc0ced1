export { namedSuiteHashes } from './named-files.js';
export {
  hasOwnSuiteFile,
  isOpen,
  nameSuiteFile,
  openSuite,
  openSuiteFromWithin,
  openSuiteOfBatch,
  openSuiteOfRun,
} from './opened-suites.js';
export { isSuiteFile, loadSuite, suiteFileOf } from './suite-file.js';
