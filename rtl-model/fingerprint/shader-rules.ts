import { QUAD_COLUMNS } from '../../transactions/index.js';
import { Accesses } from '../sq/accesses.js';
import { Barriers } from '../sq/barriers.js';
import { CounterRoom } from '../sq/counter-room.js';
import { Departures } from '../sq/departures.js';
import { EndlessLoops } from '../sq/endless-loops.js';
import { Entry } from '../sq/entry.js';
import { IssueSlots } from '../sq/issue.js';
import { ParkedWaves } from '../sq/parking.js';
import { PollLoop } from '../sq/poll-loop.js';
import { Sequencer } from '../sq/sequencer.js';
import { ROUNDS_APART } from '../sq/spec.js';
import { VisibleInstructions } from '../sq/visible-instructions.js';
import { WaveLoops } from '../sq/wave-loops.js';
import { WavePolling } from '../sq/wave-polling.js';
import { FetchedRange } from '../sqc/fetched-range.js';
import { InstructionCache } from '../sqc/instruction-cache.js';
import type { ExportRequest } from '../sx/export-arbiter.js';
import { ExportArbiter } from '../sx/export-arbiter.js';
import { ExportBuffer } from '../sx/export-buffer.js';
import { ExportPath } from '../sx/export-path.js';
import { type ArbiterOutputs, CLEAN_ARBITER } from '../sx/faults.js';
import { WaveExports } from '../sx/wave-exports.js';
import { Wave } from '../wave.js';
import { WaveRecords } from '../wave-records.js';
import { type ClassRules, FIXED, type FieldRule, REPORTED, SCRATCH, TIME } from './field-rule.js';

/** What an object is joined to, and its fixed sizes. */
const JOINED = { context: FIXED, ports: FIXED, outputs: FIXED };

/** Kept by the watch for endless loops, which does nothing before its first look. */
const OF_WATCH: FieldRule = {
  leftOut: `only the watch for endless loops reads it, from round ${ROUNDS_APART} on; then the number of rounds keeps states apart`,
};

/** A plan, by its number. */
const BY_NUMBER: FieldRule = {
  why: 'a plan is told by its number',
  write: (plan: { index: number } | undefined, walk) => walk.hash.word(plan?.index ?? -1),
};

/** Sequencer, instruction cache, exports and the records of waves. */
export const SHADER_RULES: ClassRules = [
  [
    WaveRecords,
    {
      free: { leftOut: 'names of records; one that is used again is set up anew' },
      records: {
        why: 'waves count by their names, whatever record they have',
        write: (records: readonly Wave[], walk, owner) => {
          const free = new Set((owner as unknown as { free: Wave[] }).free);
          const used = records.filter((wave) => !free.has(wave));
          used.sort((a, b) => a.packer - b.packer || a.sequence - b.sequence);
          walk.hash.word(used.length);
          for (const wave of used) walk.fields(wave);
        },
      },
    },
  ],
  [
    Wave,
    {
      index: { leftOut: 'the name of its record' },
      plan: BY_NUMBER,
      work: BY_NUMBER,
      place: { leftOut: 'follows from the slot' },
      state: { leftOut: 'the registers of its slot, which count with the slots' },
      group: { leftOut: 'background work is not searched' },
      resumeToken: {
        why: 'the name of an event, which is among those to come',
        write: (token: number, walk) => walk.hash.word(token < 0 ? 0 : 1),
      },
      quads: {
        why: 'quads after the last one are those of an older wave',
        write: (quads: Int32Array, walk, owner) =>
          walk.hash.words(quads.subarray(0, (owner as Wave).quadCount * QUAD_COLUMNS)),
      },
    },
  ],
  [WaveExports, {}],
  [FetchedRange, { asked: TIME, earliest: TIME }],
  [WavePolling, { parkCycle: { leftOut: 'decides only when a round of polling ends' } }],
  [
    WaveLoops,
    {
      rounds: {
        why: 'the watch for endless loops looks from there on',
        write: (rounds: number, walk) => walk.hash.word(rounds < ROUNDS_APART ? 0 : rounds),
      },
      first: OF_WATCH,
      last: OF_WATCH,
      lookAt: OF_WATCH,
      probe: OF_WATCH,
      expected: OF_WATCH,
      loadedFrom: REPORTED,
      executed: REPORTED,
    },
  ],
  [Barriers, JOINED],
  [
    Sequencer,
    {
      ...JOINED,
      instructions: REPORTED,
      longest: REPORTED,
      mostExecuted: REPORTED,
      issueCycles: FIXED,
      runs: FIXED,
    },
  ],
  [VisibleInstructions, { ...JOINED, barriers: FIXED, accesses: FIXED, sequencer: FIXED, issued: FIXED }],
  [EndlessLoops, { ...JOINED, ways: FIXED, watches: OF_WATCH, nothingElseMoves: FIXED }],
  [Entry, { ...JOINED, trackers: FIXED, wakeSources: SCRATCH, wakes: { leftOut: 'names of chances' } }],
  [
    PollLoop,
    {
      freedoms: FIXED,
      scratch: SCRATCH,
      before: SCRATCH,
      path: SCRATCH,
      enabled: SCRATCH,
      polled: SCRATCH,
    },
  ],
  [
    ParkedWaves,
    {
      ...JOINED,
      tracker: FIXED,
      ready: {
        why: 'all of them are woken at once',
        write: (ready: readonly Wave[], walk) =>
          walk.unordered(ready.length, (at, one) => one.wave(ready[at]!)),
      },
      byTarget: { leftOut: 'waves that wait, by the target that each of them keeps' },
    },
  ],
  [Departures, JOINED],
  [CounterRoom, { maxima: FIXED }],
  [Accesses, JOINED],
  [IssueSlots, { context: FIXED, startedAt: TIME, freeAt: TIME }],
  [InstructionCache, { context: FIXED, lines: FIXED }],
  [ExportPath, { ...JOINED, data: SCRATCH, isChanged: FIXED }],
  [ExportBuffer, {}],
  [
    ExportArbiter,
    {
      ...JOINED,
      spec: FIXED,
      waiting: {
        why: 'an instruction is told by its place; the oldest wave goes first, whenever it asked, unless a fault says otherwise',
        write: (
          waiting: readonly (ExportRequest & { wave: Wave; instruction: { index: number } })[],
          walk,
          owner,
        ) => {
          walk.hash.word(waiting.length);
          const { isOlder } = (owner as unknown as { outputs: ArbiterOutputs }).outputs;
          const isClean = isOlder === CLEAN_ARBITER.isOlder;
          const inOrder = isClean ? [...waiting].sort((one, other) => one.age - other.age) : waiting;
          for (const { wave, instruction, ...request } of inOrder) {
            walk.wave(wave);
            walk.hash.word(instruction.index);
            for (const value of Object.values(request)) walk.value(value);
          }
        },
      },
    },
  ],
];
