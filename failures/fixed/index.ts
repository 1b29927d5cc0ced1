export { describeEvidence, formatFix, formatFixCount } from './fix-text.js';
export { proveFixes } from './prove-fixes.js';
