export { describeFindings, drawCurve } from './why-text.js';
