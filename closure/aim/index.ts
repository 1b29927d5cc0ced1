export { type AimedHole, aimAtHoles } from './aim-at-holes.js';
export { formatRerunCommand } from './aimed-tests.js';
export { findCheapestWays } from './cheapest-ways.js';
export { listHolesByCost } from './holes-by-cost.js';
export { getAimTarget } from './target.js';
export { describeSuggestions, type WayDescription } from './ways-text.js';
