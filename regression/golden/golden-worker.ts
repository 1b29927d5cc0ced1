import '../basics/load-by-import.js';
import { limitedTask } from '../workers/limited-task.js';
import { runGoldenScene } from './golden-run.js';

/** Task of the worker of `golden`: one scene on one target. */
export const runTask = limitedTask(runGoldenScene);
