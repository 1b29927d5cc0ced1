export { type BufferTarget, type Dialect, getDialect } from './dialect.js';
export { type ExportOptions, formatEmptyExport, formatExport } from './exports.js';
export { emitFlatPrimitive, type FlatRegisters } from './flat-primitive.js';
export {
  type EntryRegisters,
  emitIdRemap,
  emitOverlapSkip,
  emitPackerSetup,
  emitPollLoop,
} from './poll-entry.js';
export { assembleWords, translateNames } from './program-words.js';
export { emitReleaseStore, formatScope } from './release-store.js';
export { emitDoneMessage, emitEnd, emitEntry, emitExit, emitWaveEnd, formatEventWait } from './section.js';
export { emitWaits, hasSeparateStoreCounter, waitFor } from './waits.js';
