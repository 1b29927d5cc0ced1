export { formatTimestamp } from './run-options.js';
