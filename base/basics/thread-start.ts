// The first import of a worker's module.
import { setFlagsFromString } from 'node:v8';

/**
 * Heap growth before a collection, relative to the heap after the last one. The engine's default is up to four times.
 */
const GROWING_PERCENT = 150;

// Applies to the whole process, the only way the engine offers. Not set before a thread has loaded: the engine
// ignores Node's compiled code once its flags differ from those it was compiled with, which doubles the start of a
// thread.
setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);

// A module with top-level await can only be imported. Pools otherwise require their worker's file, and Node aborts the whole
// process if a worker is ended while requiring it.
await Promise.resolve();
