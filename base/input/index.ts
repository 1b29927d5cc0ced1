export {
  bytesMax,
  INPUT_LIMITS,
  type InputKind,
  raisedLimits,
  raiseLimits,
  sizeText,
  tooLarge,
} from './limits.js';
export { listFolder, listVisible } from './list-folder.js';
export { openStream } from './open-stream.js';
export { describeInput, jsonInput, readBounded, readInput, readJsonInput } from './read-input.js';
export { requireMemoryFor } from './scenario-memory.js';
export { gunzipBounded, inflateBounded } from './unpack.js';
