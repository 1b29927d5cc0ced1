export { type BufferTarget, type Dialect, dialectOf } from './dialect.js';
export { type ExportForm, exportText, noExportText } from './exports.js';
export { type FlatRegisters, flatPrimitiveText } from './flat-primitive.js';
export { type EntryRegisters, idsText, packerText, pollText, skipText } from './poll-entry.js';
export { programWords, translateNames } from './program-words.js';
export { releasedStoreText, scopeText } from './released-store.js';
export { endText, entryText, eventWaitText, exitText, leaveText, messageText } from './section.js';
export { hasSeparateStoreCounter, waitFor, waitText } from './waits.js';
