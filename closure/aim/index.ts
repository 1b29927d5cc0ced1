export { type AimedHole, aimAtHoles } from './aim-at-holes.js';
export { formatRerunCommand } from './aimed-tests.js';
export { suggestWaysToCloseCheapestHoles } from './cheapest-ways.js';
export { listHolesByCost } from './holes-by-cost.js';
export { getAimTarget } from './target.js';
export { describeSuggestions, type FormattedSuggestion } from './ways-text.js';
