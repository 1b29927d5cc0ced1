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
  CHIP_OF_PROGRAM,
  CHIP_OF_TEST,
  CHIPS_OF_PROGRAMS,
  FAULTS_TO_INJECT,
  JSON_DOCUMENT,
  KNOBS,
  QUEUE_KEY_FILE,
  STATE_OF_PROGRAM,
  SUITE_FILE,
  WORKERS,
} from './shared-options.js';
export { tryTest } from './tried-test.js';
