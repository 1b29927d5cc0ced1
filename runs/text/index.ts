export { formatKnownIssue } from './phrases.js';
