import '../../harness/basics/thread-start.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { runGoldenScene } from './golden-run.js';

/** The worker task of `golden`: runs one scene on one target. */
export const runTask = makeLimitedTask(runGoldenScene);
