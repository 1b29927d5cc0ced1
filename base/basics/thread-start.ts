// Must be the first import in a worker's module.
import { setFlagsFromString } from 'node:v8';

/**
 * How large the heap may grow before the next collection, as a percentage of its size after the last one. By default,
 * V8 allows up to four times that size.
 */
const GROWING_PERCENT = 150;

// V8 only offers this flag for the whole process. It is set after a thread has loaded its code, because V8 rejects
// Node's code cache if its flags differ from those at compile time. That would double thread start-up time.
setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);

// A module with top-level await cannot be loaded with require. Pools would otherwise require their worker's file, and
// Node aborts the whole process if a worker is terminated during a require.
await Promise.resolve();
