export { extractFeatures, knobClassValues } from './features.js';
export { computeWork } from './shares.js';
