import '../../base/basics/thread-start.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { type ClosingRequest, searchHoles } from './search-holes.js';

/** The worker task that searches for tests that hit the holes of a finished night. */
export const runTask = makeLimitedTask((request: ClosingRequest, begin, print) =>
  searchHoles(request, begin, print),
);
