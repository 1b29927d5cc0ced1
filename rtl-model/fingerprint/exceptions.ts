import { OverlapTracker } from '../db/overlap-tracker.js';
import { NO_TOKEN } from '../kernel/index.js';
import { LocalRecord } from '../lds/local-record.js';
import { forEachLane } from '../memory/access.js';
import { AccessRecord, MAX_LANES } from '../memory/access-record.js';
import { Locator } from '../memory/locator.js';
import { Entry } from '../sq/entry.js';
import { PollLoop } from '../sq/poll-loop.js';
import { Sequencer } from '../sq/sequencer.js';
import { CHECK_INTERVAL } from '../sq/spec.js';
import { WaveLoops } from '../sq/wave-loops.js';
import { ExportArbiter } from '../sx/export-arbiter.js';
import { CLEAN_ARBITER } from '../sx/faults.js';
import { Wave } from '../wave.js';

/** What the walk sees instead of the fields of an object. */
type Exception = (object: object) => object;

/** The classes whose fields are not all state. Every other field of a unit is walked as it is. */
const EXCEPTIONS = new Map<unknown, Exception>([
  // The record and the event to come are found by what they contain, registers and place with the slots.
  [Wave, (wave) => ({ ...omit(wave, 'index', 'place', 'state', 'resumeToken'), isResumed: isResumed(wave) })],
  [LocalRecord, (record) => omit(record, 'index', 'access')],
  [AccessRecord, (record) => describeAccess(record as AccessRecord)],
  // The check for infinite loops starts at iteration `CHECK_INTERVAL`; from then on, the count tells states apart.
  [WaveLoops, (loops) => describeLoops(loops as WaveLoops)],
  // Only for reports and run limits; `runs` belongs to the program and counts its executions in every run.
  [Sequencer, (sequencer) => omit(sequencer, 'instructions', 'longest', 'maxExecutedPerWave', 'runs')],
  // Only names choices.
  [Entry, (entry) => omit(entry, 'sources', 'usedSourceCount')],
  // Set anew for each use within an event.
  [OverlapTracker, (tracker) => omit(tracker, 'units', 'unitCount', 'primitive', 'position', 'zone')],
  [Locator, () => []],
  [PollLoop, () => []],
  // Without faults the oldest wave is granted first, in whatever order the requests arrived.
  [ExportArbiter, (arbiter) => describeRequests(arbiter as ExportArbiter<never>)],
]);

/** Returns what the walk sees of an object: its own fields, unless its class is an exception. */
export function getWalkedFields(object: object): object {
  return EXCEPTIONS.get(object.constructor)?.(object) ?? object;
}

function omit(object: object, ...names: readonly string[]): object {
  const fields: Record<string, unknown> = { ...object };
  for (const name of names) {
    if (!(name in fields)) throw new Error(`${object.constructor.name} has no field ${name}`);
    delete fields[name];
  }
  return fields;
}

function isResumed(wave: object): boolean {
  return (wave as Wave).resumeToken !== NO_TOKEN;
}

function describeLoops({ rounds, endless }: WaveLoops): object {
  return { rounds: rounds < CHECK_INTERVAL ? 0 : rounds, endless };
}

function describeRequests({ waiting, outputs }: ExportArbiter<never>): readonly object[] {
  const requests: readonly { readonly age: number }[] = waiting;
  return outputs.isOlder === CLEAN_ARBITER.isOlder ? [...requests].sort((a, b) => a.age - b.age) : requests;
}

/**
 * Describes an outstanding access: its wave and instruction, and the request and data of each active lane. A load's
 * data is stale until the load has been performed, and is left out until then.
 */
function describeAccess(record: AccessRecord): object {
  const { wave, instruction, operation, fault, pendingEvents, lanesLo, lanesHi, replayed } = record;
  const { access, space, counter, bytes, dwords } = operation;
  const hasData = access !== 'load' || pendingEvents < 2;
  const state = {
    ...{ wave, instruction, access, space, counter, fault, bytes, dwords, pendingEvents, lanesLo, lanesHi },
    ...{ replayed, dirtyLines: record.dirtyLines, texels: record.texels },
  };
  const { addresses, offsets, data } = record;
  if (record.texels !== undefined) return { ...state, addresses, offsets, data: hasData && data };
  const lanes: number[] = [];
  forEachLane(record, (lane) => {
    lanes.push(addresses[lane]!, offsets[lane]!);
    for (let dword = 0; hasData && dword < dwords; dword++) lanes.push(data[dword * MAX_LANES + lane]!);
  });
  return { ...state, lanes };
}
