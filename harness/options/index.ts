export {
  getTestLimits,
  type LimitValues,
  makeTestMemoryOption,
  makeTestTimeOption,
} from './limit-options.js';
export {
  collectRepeated,
  isNoFault,
  joinGlobs,
  makeDurationParser,
  makeGateParser,
  makeListParser,
  type OverrideStrings,
  parseShard,
  parseUntil,
  QUEUE_VARIABLE,
  readOverrides,
  readRule,
  readStoredOverrides,
} from './option-values.js';
export {
  FAULTS_OPTION,
  JSON_OPTION,
  KNOBS_OPTION,
  PROGRAM_CHIP_OPTION,
  PROGRAM_STATE_OPTION,
  QUEUE_KEY_FILE_OPTION,
  SOURCE_CHIPS_OPTION,
  SUITE_FILE_OPTION,
  TEST_CHIP_OPTION,
  WORKERS_OPTION,
} from './shared-options.js';
export { tryTest } from './try-test.js';
