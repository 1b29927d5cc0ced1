// A module with top-level await can only be imported. Pools otherwise require their worker's file, and Node aborts the whole
// process if a worker is ended while requiring it.
await Promise.resolve();

export {};
