import '../../harness/basics/thread-start.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { type ReplayOutcome, type ReplayRequest, replayTest } from './replay.js';

export const runTask = makeLimitedTask(
  (request: ReplayRequest, begin): Promise<ReplayOutcome> => replayTest(request, begin),
);
