export { renderCurve } from './why-svg.js';
export { describeFindings } from './why-text.js';
