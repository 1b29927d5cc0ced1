export { extractFeatures, knobClassValues } from './features.js';
export { testWork } from './shares.js';
