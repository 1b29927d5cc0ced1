export { extractFeatures, parseKnobClass } from './features.js';
export { computeWork } from './shares.js';
