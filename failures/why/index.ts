export { whyCurve } from './why-svg.js';
export { whySentences } from './why-text.js';
