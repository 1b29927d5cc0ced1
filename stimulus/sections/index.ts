export { assembleSections, partText, type SectionCode } from './assemble.js';
export { drawState } from './draw-state.js';
export { illegalReason } from './legality.js';
export type { SectionTarget } from './part.js';
