export { type AimedHole, type AimedHoles, type AimResult, aim, aimAtHoles } from './aim.js';
export { type AimSource, runForHits } from './aim-search.js';
export { type AimGoal, type AimTarget, getAimTarget, getExcludedTarget } from './aim-target.js';
export { type FeatureEffect, FeatureOdds, isRequestable } from './feature-odds.js';
export { extractFeatures, parseKnobClass } from './features.js';
export { computeWork } from './shares.js';
