export { describeEvidence, formatFix, formatFixCount, proveFixes } from './prove-fixes.js';
