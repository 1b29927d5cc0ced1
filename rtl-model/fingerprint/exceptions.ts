import { describeHazardPath } from '../../arch/index.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';
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
import { CLEAN_ARBITER, ExportArbiter } from '../sx/export-arbiter.js';
import { Wave } from '../wave.js';

/** The fields that the walk skips, and what it sees instead of them, if anything. */
interface Exception {
  readonly skipped: readonly string[] | 'all';
  readonly describe?: (object: never) => unknown;
}

/** The classes whose fields are not all state. Every other field of a unit is walked as it is. */
const EXCEPTIONS = new Map<unknown, Exception>([
  // The record and the event to come are found by what they contain, registers and place with the slots; the path
  // through a program with hazards belongs to no unit. Quads past the end belong to an earlier wave.
  [Wave, { skipped: ['index', 'place', 'state', 'resumeToken', 'quads'], describe: describeWave }],
  [LocalRecord, { skipped: ['index', 'access'] }],
  [AccessRecord, { skipped: 'all', describe: describeAccess }],
  // The check for infinite loops starts at iteration `CHECK_INTERVAL`; from then on, the count tells states apart.
  [WaveLoops, { skipped: 'all', describe: describeLoops }],
  // Only for reports and run limits; `runs` belongs to the program and counts its executions in every run.
  [Sequencer, { skipped: ['instructions', 'longest', 'maxExecutedPerWave', 'runs'] }],
  // Only names choices.
  [Entry, { skipped: ['sources', 'usedSourceCount'] }],
  // Set anew for each use within an event.
  [OverlapTracker, { skipped: ['units', 'unitCount', 'primitive', 'position', 'zone'] }],
  [Locator, { skipped: 'all' }],
  [PollLoop, { skipped: 'all' }],
  // Without faults the oldest wave is granted first, in whatever order the requests arrived.
  [ExportArbiter, { skipped: 'all', describe: describeRequests }],
]);

/** Returns the names of the fields of an object that the walk sees as they are. */
export function listWalkedFields(object: object): readonly string[] {
  const names = Object.keys(object);
  const skipped = EXCEPTIONS.get(object.constructor)?.skipped;
  if (skipped === undefined) return names;
  if (skipped === 'all') return [];
  const unknown = skipped.find((name) => !(name in object));
  if (unknown !== undefined) throw new Error(`${object.constructor.name} has no field ${unknown}`);
  return names.filter((name) => !skipped.includes(name));
}

/** Returns what the walk sees of an object besides its walked fields, or undefined if that is nothing. */
export function describeObject(object: object): unknown {
  return EXCEPTIONS.get(object.constructor)?.describe?.(object as never);
}

function describeWave({ resumeToken, quads, quadCount, state }: Wave): object {
  const path = describeHazardPath(state);
  return { isResumed: resumeToken !== NO_TOKEN, quads: quads.subarray(0, quadCount * QUAD_COLUMNS), path };
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
