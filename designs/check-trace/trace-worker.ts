import '../../base/basics/load-by-import.js';
import { limitedTask } from '../../harness/workers/index.js';
import { checkAndFit, checkTrace } from './check-trace.js';
import type { TraceOptions, TraceVerdict } from './trace-judge.js';

/** A trace, the scenario file that says what ran, and how to judge it. */
export interface TraceRequest extends Omit<TraceOptions, 'onCertain' | 'onArrival' | 'onScenario'> {
  readonly file: string;
  readonly scenario: string | undefined;
  /** Whether to find the freedoms under which the trace is legal. */
  readonly fit: boolean;
}

/** Task of the worker of `check-trace`: one trace. What is certain of it is said at once. */
export const runTask = limitedTask(
  ({ file, scenario, fit, ...options }: TraceRequest, begin, say): Promise<TraceVerdict> =>
    (fit ? checkAndFit : checkTrace)(file, scenario, {
      ...options,
      onArrival: begin,
      onCertain: ({ rule, cycle, observed }, place) =>
        say(`${place}: ${rule} at cycle ${cycle}: ${observed}`),
    }),
);
