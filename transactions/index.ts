export * from './faults.js';
export * from './knobs.js';
export * from './rules.js';
export * from './scenario.js';
export * from './transaction.js';
export * from './violation.js';
