// This must be the first import in a worker's module.
import { setFlagsFromString } from 'node:v8';

/**
 * How much the heap may grow before a collection, relative to the heap after the last one. The engine's
 * default is up to four times.
 */
const GROWING_PERCENT = 150;

// The engine only offers this for the whole process. It is not set before a thread has loaded its code, since
// the engine ignores the code that Node has cached once its flags differ from those that the code was
// compiled with, and that doubles the time to start a thread.
setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);

// A module with top-level await can only be imported. Otherwise, pools would require their worker's file, and
// Node aborts the whole process if a worker is terminated while it is requiring a file.
await Promise.resolve();
