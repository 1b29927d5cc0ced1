export { timestamp } from './run-options.js';
