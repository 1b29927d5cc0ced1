export * from './limit-options.js';
export * from './option-values.js';
export * from './shared-options.js';
export { tryTest } from './try-test.js';
