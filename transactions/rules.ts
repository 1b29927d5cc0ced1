import type { Gfx } from '../arch/index.js';
import { EXIT_BY_EXPORT, GENERATIONS, WITH_WAVE_IDS } from '../arch/index.js';
import { COST_RULE_ROWS } from './cost-rules.js';
import { EXPORT_RULE_ROWS } from './export-rules.js';
import { LAUNCH_RULE_ROWS } from './launch-rules.js';
import { REGISTER_RULE_ROWS } from './register-rules.js';

/** Class of a rule: the word before the dash of its id (faults.md, "Checker classes"). */
export type RuleClass =
  | 'ORD'
  | 'IDLE'
  | 'HANG'
  | 'RACE'
  | 'VIS'
  | 'PROTO'
  | 'CFG'
  | 'LAUNCH'
  | 'EXP'
  | 'PERF';

/** A violation of an `error` fails the test; a `warning` never does. */
export type Severity = 'error' | 'warning';

/** One rule of the scoreboards (checking.md); its judge is the file of the same name in `checkers/`. */
export interface Rule {
  readonly id: string;
  readonly text: string;
  readonly severity: Severity;
  readonly generations: readonly Gfx[];
  /** Statements of the seeds that it comes from (statements.md). */
  readonly statements: readonly string[];
  /** It judges a device that came to rest with work left, so that healthy runs never arm it. */
  readonly judgesHangsOnly?: true;
}

const ROWS = [
  {
    id: 'ORD-01',
    text: 'Overlapping invocations never have their ordered sections open at once.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-002', 'S-008', 'S-103'],
  },
  {
    id: 'ORD-02',
    text: 'Sections of overlapping invocations run in primitive order.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-002', 'S-033', 'S-126', 'S-127'],
  },
  {
    id: 'ORD-03',
    text: 'Final memory equals that of the sequential reference, and what the scenario expects.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-002', 'S-101', 'P-027', 'P-107', 'P-108'],
  },
  {
    id: 'ORD-04',
    text: 'A wave reported as not overlapping overlaps no unfinished wave.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-013', 'S-021'],
  },
  {
    id: 'ORD-05',
    text: 'The newest-overlapped id names a wave at or after the newest really overlapped, and never a later one.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-016', 'S-035', 'S-039'],
  },
  {
    id: 'ORD-06',
    text: 'The exiting id moves forward only and contiguously, packer by packer, and neither it nor export-ready passes a wave whose section is open.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-041', 'S-054', 'S-092'],
  },
  {
    id: 'ORD-07',
    text: 'Without intrawave collision one wave never holds overlapping quads of different primitives; with it the layers are right.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-058', 'S-060', 'S-061', 'S-062', 'S-063', 'S-067', 'S-075'],
  },
  {
    id: 'ORD-08',
    text: 'Invocations that share an overlap unit are formed in primitive order, whatever bins and out-of-order options do.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-140', 'S-143', 'S-151', 'P-009', 'S-138', 'P-040'],
  },
  {
    id: 'ORD-09',
    text: 'Under an unordered interlock final memory is what some serial order of the sections gives.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-002', 'S-143'],
  },
  {
    id: 'ORD-10',
    text: 'Depth and stencil tests of a sample are made in primitive order, with the results and the final buffer of the sequential reference.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-003', 'P-016', 'S-139', 'P-014'],
  },
  {
    id: 'ORD-11',
    text: 'A draw that drains on overlap forms no wave over an unfinished one, nor before the waves ahead of the drain have ended, and so does one that waits for other samples.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-131', 'S-133', 'S-134'],
  },
  {
    id: 'IDLE-01',
    text: 'A wave waits at its entry only while a wave that it lawfully waits for has not exited.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-009', 'S-048', 'S-088'],
  },
  {
    id: 'IDLE-02',
    text: 'A launch, allocation, message, export or grant waits only for an admissible reason.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-041', 'S-076', 'P-013', 'P-066', 'P-069', 'P-077', 'P-080', 'P-019'],
  },
  {
    id: 'IDLE-03',
    text: 'Once stimulus has ended everything drains: while waves are left, something happens within what the latencies allow.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-009', 'P-049'],
  },
  {
    id: 'IDLE-04',
    text: 'A wave is told of an overlap, or of a layer, only where its quads meet an unfinished wave or each other, or where the device may invent overlaps.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-013', 'S-062', 'S-088', 'S-117'],
  },
  {
    id: 'HANG-01',
    text: 'A quiescent device has no work left; if it has, something waits for what will never come.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-009', 'P-138'],
  },
  {
    id: 'HANG-02',
    text: 'A wave that was told of no overlap does not wait for the exiting id, and none is told to wait for itself.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-020', 'S-021'],
  },
  {
    id: 'HANG-03',
    text: 'A wave that set the packer sends its exit before it ends.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-077', 'S-078'],
  },
  {
    id: 'HANG-04',
    text: 'On GFX11 every wave has export space and issues an export with done, which lets younger waves in.',
    severity: 'error',
    generations: EXIT_BY_EXPORT,
    statements: ['S-092', 'S-108', 'S-109', 'S-112'],
  },
  {
    id: 'HANG-05',
    text: 'A sleep without limit is one that something still ends.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-047', 'S-048'],
  },
  {
    id: 'HANG-06',
    text: 'No wave waits for room or export space held by one that waits for it.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-033', 'P-067', 'P-077'],
    judgesHangsOnly: true,
  },
  {
    id: 'HANG-07',
    text: 'A packer does not wait for ids that are free, and no two of its waves inside share one.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-033', 'S-035'],
    judgesHangsOnly: true,
  },
  {
    id: 'HANG-08',
    text: 'Draws do what keeps their chip from a hang that it is known for.',
    severity: 'error',
    generations: ['gfx9', 'gfx10'],
    statements: ['S-129', 'S-130', 'S-136'],
    judgesHangsOnly: true,
  },
  {
    id: 'HANG-09',
    text: 'An arbiter serves everybody who asks in the end.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-049', 'P-066', 'P-077', 'P-102'],
    judgesHangsOnly: true,
  },
  {
    id: 'HANG-10',
    text: 'A section does not wait for memory that it covers to change, which no one else may change while it is open.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-103'],
  },
  {
    id: 'RACE-01',
    text: 'No ordered access is outstanding when the exit is issued.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-083', 'S-084', 'S-085', 'S-086', 'S-089', 'S-093'],
  },
  {
    id: 'RACE-02',
    text: 'A register is read only after the access that writes it was waited for and has been performed.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-083', 'P-124', 'P-125', 'P-137', 'P-154'],
  },
  {
    id: 'RACE-03',
    text: 'Ordered accesses lie between the end of the entry wait and the exit.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-008', 'S-094'],
  },
  {
    id: 'RACE-04',
    text: 'No wait with a non-zero count is trusted where returns may come out of order.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-083', 'S-086', 'S-087', 'P-153'],
  },
  {
    id: 'RACE-05',
    text: 'A hardware register is read or written again only when the write before has settled.',
    severity: 'error',
    generations: ['gfx9'],
    statements: ['S-024', 'S-025'],
  },
  {
    id: 'RACE-06',
    text: 'No more accesses are outstanding than their counter can hold, or a wait for it leaves, each comes back once, when it has been performed, those of a wave that meet in a byte are performed in order, and those of one way come back in it.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-083', 'S-086', 'S-089'],
  },
  {
    id: 'RACE-07',
    text: 'No load and no access to private memory is outstanding when a wave gives its vector registers back.',
    severity: 'error',
    generations: EXIT_BY_EXPORT,
    statements: ['P-029', 'S-083'],
  },
  {
    id: 'VIS-01',
    text: 'No read of ordered memory is served by a stale cache line.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-094', 'S-097', 'S-098', 'S-100', 'S-102', 'S-104', 'S-105'],
  },
  {
    id: 'VIS-02',
    text: 'What a wave stored to ordered memory is in L2 when its exit is counted.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-094', 'S-100', 'S-104', 'S-105'],
  },
  {
    id: 'VIS-03',
    text: 'Memory that is reached through several bindings, or by vector and scalar path, is one memory.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-087', 'S-107'],
  },
  {
    id: 'PROTO-01',
    text: 'Exactly one exit on every path after the packer was set, and no entry wait, packer write or ordered access after it.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-005', 'S-076', 'S-077', 'S-081', 'S-082'],
  },
  {
    id: 'PROTO-02',
    text: 'The packer register of the generation gets the packer of the collision argument, and its other fields stay.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-024', 'S-025', 'S-026', 'S-028', 'S-029', 'S-030', 'S-032'],
  },
  {
    id: 'PROTO-03',
    text: 'The entry compare is that of the generation: unsigned, strict, on ids moved by ~current, with the correction of GFX9 there only.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-018', 'S-034', 'S-036', 'S-038', 'S-039', 'S-040', 'S-041', 'S-043', 'S-045'],
  },
  {
    id: 'PROTO-04',
    text: 'A wave polls only with its packer set and bit 31 of its collision argument, and each round reads the exiting id anew.',
    severity: 'error',
    generations: WITH_WAVE_IDS,
    statements: ['S-020', 'S-024', 'S-042', 'S-044', 'S-049'],
  },
  {
    id: 'PROTO-05',
    text: 'On GFX11 the event wait waits, the export with done is the last one, and no export goes to the null target.',
    severity: 'error',
    generations: EXIT_BY_EXPORT,
    statements: ['S-055', 'S-056', 'S-092', 'S-108'],
  },
  {
    id: 'PROTO-06',
    text: 'With prolog and epilog, the parts in which the section begins and ends are decided once, for every path.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['R-016', 'R-019', 'R-020'],
  },
  {
    id: 'PROTO-07',
    text: 'A wave executes at most one section.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-005'],
  },
  {
    id: 'PROTO-08',
    text: 'Memory that a section covers is accessed between entry and exit only.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-008', 'S-094', 'S-106'],
  },
  {
    id: 'PROTO-09',
    text: 'Where lanes of a wave take turns in the section, no result of a subgroup operation crosses its marker.',
    severity: 'warning',
    generations: WITH_WAVE_IDS,
    statements: ['S-068', 'S-069', 'S-070'],
  },
  {
    id: 'PROTO-10',
    text: 'A wave issues the instructions of its program from the first one on, each after the last or where its branch leads.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['P-110', 'P-112'],
  },
  {
    id: 'PROTO-11',
    text: 'A program that writes memory under an interlock has an entry wait for waves that are told of an overlap.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-002', 'S-008'],
  },
  {
    id: 'PROTO-12',
    text: 'What a wave does at a place of its program is what the words there say, and after its end it does nothing.',
    severity: 'error',
    generations: GENERATIONS,
    statements: ['S-042', 'S-076', 'S-092'],
  },
  ...REGISTER_RULE_ROWS,
  ...LAUNCH_RULE_ROWS,
  ...EXPORT_RULE_ROWS,
  ...COST_RULE_ROWS,
] as const satisfies readonly Rule[];

export type RuleId = (typeof ROWS)[number]['id'];

/** All rules, in the order of checking.md. */
export const RULES: readonly Rule[] = ROWS;

const BY_ID = new Map<string, Rule>(ROWS.map((rule) => [rule.id, rule]));

/** The rule of that id, or undefined. */
export function findRule(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** Class of a rule id: `ORD-05` is of class `ORD`. */
export function classOfRule(id: RuleId): RuleClass {
  return id.slice(0, id.indexOf('-')) as RuleClass;
}
