import '../../harness/basics/thread-start.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { type HoleSearchRequest, searchHoles } from './search-holes.js';

/** The worker task that searches for tests that hit the coverage holes of a finished nightly run. */
export const runTask = makeLimitedTask((request: HoleSearchRequest, begin, print) =>
  searchHoles(request, begin, print),
);
