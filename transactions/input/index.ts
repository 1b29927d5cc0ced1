export { DEPTH_MAX } from './depth.js';
export { isInherited } from './inherited-names.js';
export { parseJson } from './json.js';
export { toJsonSchema } from './json-shape.js';
export { decodeMessagePack, messageEnd } from './message-pack.js';
export { nearestName, nearestNames } from './nearest-name.js';
export { eachOf, listOf, safeParse } from './safe-parse.js';
