import '../../harness/basics/thread-start.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { runGoldenScene } from './golden-run.js';

export const runTask = makeLimitedTask(runGoldenScene);
