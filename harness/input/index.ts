export * from './limits.js';
export { openStream } from './open-stream.js';
export {
  describeInput,
  listFolder,
  listVisible,
  parseJsonInput,
  readBounded,
  readDocument,
  readInput,
  readJsonInput,
  validateDocument,
} from './read-input.js';
export { checkMemoryLimit } from './scenario-memory.js';
export { gunzipBounded, inflateBounded } from './unpack.js';
