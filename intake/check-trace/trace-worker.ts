import '../../harness/basics/thread-start.js';
import { makeLimitedTask } from '../../harness/workers/index.js';
import { checkAndDraw } from './check-trace.js';
import type { TraceOptions, TraceVerdict } from './trace-judge.js';

export interface TraceRequest extends Omit<TraceOptions, 'onCertain' | 'onArrival' | 'onScenario'> {
  readonly file: string;
  readonly scenario: string | undefined;
}

/** The worker task of `check-trace`: checks one trace, and reports each error as soon as it is certain. */
export const runTask = makeLimitedTask(
  ({ file, scenario, ...options }: TraceRequest, begin, report): Promise<TraceVerdict> =>
    checkAndDraw(file, scenario, {
      ...options,
      onArrival: begin,
      onCertain: ({ rule, cycle, observed }, location) =>
        report(`${location}: ${rule} at cycle ${cycle}: ${observed}`),
    }),
);
