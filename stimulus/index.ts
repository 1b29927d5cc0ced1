export * from './corpus.js';
export { withAttachments } from './driver/attachments.js';
export * from './given/index.js';
export * from './golden/index.js';
export { drawFreedoms } from './knobs.js';
export * from './scene-file.js';
export * from './sequence.js';
export { SEQUENCES } from './sequences/index.js';
export { SUITES } from './suites.js';
