import '../../base/basics/load-by-import.js';
import { limitedTask } from '../../harness/workers/index.js';
import { type TriageRequest, triageStored } from './limited-triage.js';

/** The worker task that triages a finished run. */
export const runTask = limitedTask(
  (request: TriageRequest, _begin, say): Promise<void> =>
    triageStored(request, (word) => say(JSON.stringify(word))),
);
