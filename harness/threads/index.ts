export { HEAP_MB, WORKER_EXPORT } from './heap.js';
export { type EarlyThreads, keepIdle, startEarly, takeIdle } from './idle.js';
export { type LimitedThreads, startThreads } from './limited-threads.js';
