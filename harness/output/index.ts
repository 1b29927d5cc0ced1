export { makeFolders } from './make-folders.js';
export { checkOutFile, makeOutDirectory } from './out-directory.js';
export { type OutTarget, openTarget, resolveOutTarget, writeAll } from './out-target.js';
export { appendToFile, writeAtomic } from './write-atomic.js';
