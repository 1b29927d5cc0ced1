export { runBatch } from './batch.js';
export {
  type Batch,
  type BatchResult,
  type BatchTest,
  type LoggedResult,
  NO_CHIP,
  type TestOutput,
} from './batch-result.js';
export { runIsolated } from './isolate.js';
export { callWithLimits, LimitedCaller, type LimitedResult } from './limited-call.js';
export { LimitedPool, type WithTicket, yieldInOrder } from './limited-pool.js';
export { makeLimitedTask } from './limited-task.js';
export { type BatchRunner, createPool, DEFAULT_LIMITS, type PoolOptions } from './pool.js';
export { MAX_TEXT, resultSchema } from './result-schema.js';
export { RerunChecker } from './second-runs.js';
export { getAnswerTimeout, type TestLimits, type WorkerMessage } from './task-limit.js';
