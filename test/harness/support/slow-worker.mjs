// Simulates a machine so slow that the time of a test would be over before its worker has started.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);

export { runTask } from './unstable-worker.mjs';
