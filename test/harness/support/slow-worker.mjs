// Simulates a machine so slow that a test ends before this starts.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);

export { runTask } from './unstable-worker.mjs';
