import '../../base/basics/load-by-import.js';
import { limitedTask } from '../../harness/workers/index.js';
import { type ClosingRequest, searchHoles } from './search-holes.js';

/** Task of the worker that searches for the holes of a finished night. */
export const runTask = limitedTask((request: ClosingRequest, begin, say) => searchHoles(request, begin, say));
