export { type AimedHole, aimAtHoles } from './aim-at-holes.js';
export { formatAimedRerunLine } from './aimed-tests.js';
export { listHolesByCost } from './holes-in-order.js';
export { getAimTarget } from './target.js';
export { findCheapestWays } from './ways-of-holes.js';
export { describeWays, type WayDescription } from './ways-text.js';
