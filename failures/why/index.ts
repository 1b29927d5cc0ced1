export { describeFindings, renderCurve } from './why-text.js';
