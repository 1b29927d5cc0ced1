export { type EarlyThreads, startEarly, takeEarly } from './early.js';
export { boundHeap, HEAP_MB, WORKER_EXPORT } from './heap.js';
