// Must be the first import in a worker's module.
import { setFlagsFromString } from 'node:v8';

/**
 * How large the heap may grow before the next collection, as a percentage of its size after the last one. By default,
 * V8 allows up to four times that size.
 */
const GROWING_PERCENT = 150;

// V8 only offers these flags for the whole process. They are set after a thread has loaded its code, because V8 rejects
// Node's code cache if the flags differ from those it was compiled with. That would double thread start-up time.
setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
// Tests leave pages of which less than half is used; V8 would keep these for as long as the thread lives.
setFlagsFromString('--compact-on-every-full-gc');

// The top-level await prevents pools from loading their worker's file with `require`: if a worker is terminated during
// a `require`, Node aborts the whole process.
await Promise.resolve();
