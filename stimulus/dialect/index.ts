export {
  type Dialect,
  type Emitter,
  emitEntry,
  emitFlatPrimitive,
  emitReleaseStore,
  formatEmptyExport,
  formatEventWait,
  formatExport,
  formatScope,
  getDialect,
  NO_HAZARD_WAITS,
} from './dialect.js';
export { emitBitLoop, emitFold, emitPixelIndex, scalars, setScalars, vectors } from './idioms.js';
export {
  type EntryRegisters,
  emitIdRemap,
  emitOverlapSkip,
  emitPackerSetup,
  emitPollLoop,
} from './poll-entry.js';
export { assembleWords, translateNames } from './program-words.js';
export { emitWaits, hasSeparateStoreCounter, waitFor } from './waits.js';
