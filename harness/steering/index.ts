export { extractFeatures, getKnobClassValues } from './features.js';
export { computeWork } from './shares.js';
