export { featuresOf, knobValuesOf } from './features.js';
export { workOf } from './shares.js';
