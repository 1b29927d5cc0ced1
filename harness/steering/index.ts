export { extractFeatures, knobClassValues } from './features.js';
export { workOf } from './shares.js';
