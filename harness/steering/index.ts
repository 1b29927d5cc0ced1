export { type AimGoal, type AimTarget, getAimTarget } from './aim-target.js';
export { type FeatureEffect, FeatureOdds, isRequestable } from './feature-odds.js';
export { extractFeatures } from './features.js';
export { runForHits, type SearchedHole, type SearchResult, searchForHoles } from './hole-search.js';
export { computeWork } from './shares.js';
