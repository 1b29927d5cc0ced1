// Comes up on a machine so slow that a test would be over by then.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);

export { runTask } from './unstable-worker.mjs';
