export { makeFolders } from './make-folders.js';
export { checkOutFile, makeOutDirectory } from './out-directory.js';
export { type OutTarget, openTarget, outTarget, writeAll } from './out-target.js';
export { writeWhole } from './write-whole.js';
