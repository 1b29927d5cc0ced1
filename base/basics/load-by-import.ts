// A module that waits at its top can be imported only. Pools require their worker's file where they can, and Node aborts the
// whole process when a worker is ended in the middle of requiring it.
await Promise.resolve();

export {};
