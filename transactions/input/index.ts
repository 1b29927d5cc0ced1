export { MAX_NESTING_DEPTH } from './depth.js';
export { isInheritedName } from './inherited-names.js';
export { parseJson } from './json.js';
export { toJsonSchema } from './json-shape.js';
export { decodeMessagePack, findMessageEnd } from './message-pack.js';
export { findNearestName, findNearestNames } from './nearest-name.js';
export type { Fields, Parsed } from './parsed.js';
export { createDocumentListSchema, createListSchema, safeParse } from './safe-parse.js';
