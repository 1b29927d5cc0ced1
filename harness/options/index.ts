export { type LimitValues, testLimits, testMemoryOption, testTimeOption } from './limit-options.js';
export {
  durationOption,
  globsOption,
  listOption,
  type OverrideTexts,
  percentGate,
  QUEUE_VARIABLE,
  readOverrides,
  readRule,
  repeatedOption,
  shardOption,
  untilOption,
} from './option-values.js';
export {
  FAULTS_TO_INJECT,
  JSON_DOCUMENT,
  KNOBS,
  PROGRAM_CHIP,
  PROGRAM_STATE,
  QUEUE_KEY_FILE,
  SOURCE_CHIPS,
  SUITE_FILE,
  TEST_CHIP,
  WORKERS,
} from './shared-options.js';
export { tryTest } from './tried-test.js';
