export { formatKnownIssue } from './known-text.js';
