import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readEvents } from '../../../harness/run-directory/event-log.js';
import type { RunEvent } from '../../../harness/run-directory/run-event.js';

/** How often a log is looked at. */
const LOOK_MS = 5;

/** Events that the log of a run directory holds so far. */
export function eventsIn(out: string): readonly RunEvent[] {
  return sizeOf(out) === 0 ? [] : readEvents(logOf(out));
}

/** Positions of the tests that events say are finished, in their order. */
export function finishedTests(events: readonly RunEvent[]): number[] {
  return events
    .filter((event) => event.event === 'finished')
    .flatMap(({ first, outcomes }) => Array.from(outcomes, (_, row) => first + row));
}

/** Acts once, as soon as the log of a run that goes on holds events of which `enough` is true; a log is read when it has grown. */
export function whenLogged(
  out: string,
  enough: (events: readonly RunEvent[]) => boolean,
  act: () => void,
): void {
  let seen = 0;
  const watch = setInterval(() => {
    const size = sizeOf(out);
    if (size === seen) return;
    seen = size;
    if (!enough(eventsIn(out))) return;
    clearInterval(watch);
    act();
  }, LOOK_MS);
}

function logOf(out: string): string {
  return join(out, 'events.msgpack');
}

function sizeOf(out: string): number {
  return statSync(logOf(out), { throwIfNoEntry: false })?.size ?? 0;
}
