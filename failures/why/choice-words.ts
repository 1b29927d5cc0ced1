import {
  type ChoicePoint,
  type EventSubject,
  type HardwareChoice,
  POINT_NAMES,
  subjectFromNumber,
} from '../../rtl-model/index.js';
import type { KnobName, KnobValues, Scenario, ScheduleDecision } from '../../transactions/index.js';
import { type RecordedChoice, type RecordedRun, runRecorded } from './failing-run.js';

/**
 * Runs a scenario once and describes the decisions in its schedule, in order. Returns an empty array for other kinds of
 * schedule.
 */
export function describeSchedule(scenario: Scenario): readonly string[] {
  const { schedule, freedoms } = scenario;
  if (schedule.strategy !== 'decisions' || schedule.decisions.length === 0) return [];
  const run = runRecorded(scenario, {});
  return schedule.decisions.map((decision) => describeDecision(decision, run, freedoms));
}

function describeDecision(decision: ScheduleDecision, run: RecordedRun, freedoms: KnobValues): string {
  if (decision.nth === undefined) return describeCommonDecision(decision, freedoms);
  const choice = run.choices.find(({ decision: made }) => made !== undefined && isSameChoice(made, decision));
  return choice === undefined
    ? 'a decision that this run never reaches'
    : `cycle ${choice.cycle}: ${describeChoice(choice, freedoms)}${describeDelayEnd(choice, run, freedoms)}`;
}

/**
 * Describes what a delay waits for: another wave's event in the cycle in which the delay ends or, if there is none, in
 * the cycle before. Shrinking removes unnecessary delays, so this is the event that must come first.
 */
function describeDelayEnd(
  choice: RecordedChoice,
  { choices, events }: RecordedRun,
  freedoms: KnobValues,
): string {
  const cycles = getLatencyCycles(choice, choice.answer, freedoms);
  const ownWave = findChoiceWave(choice);
  if (cycles === undefined || ownWave === undefined) return '';
  const end = choice.cycle + cycles;
  const tied = choices.find(
    (candidate) => candidate.cycle === end && candidate.events?.some(({ wave }) => wave === ownWave),
  );
  const rival = tied?.events?.find(({ wave }) => wave !== undefined && wave !== ownWave);
  if (rival !== undefined) return ` and so ends in the same cycle as ${describeEvent(rival)}`;
  const isOtherWave = ({ wave }: RecordedRun['events'][number]): boolean =>
    wave !== undefined && wave !== ownWave;
  const previous = events.find((event) => event.cycle === end - 1 && isOtherWave(event));
  return previous === undefined ? '' : `, until after ${previous.text}`;
}

function describeCommonDecision({ point, subject, take }: ScheduleDecision, freedoms: KnobValues): string {
  const eventSubject = subject === undefined ? undefined : subjectFromNumber(subject);
  return `always: ${describeFixedDecision(POINT_NAMES[point]!, eventSubject, take, freedoms)}`;
}

function isSameChoice(a: ScheduleDecision, b: ScheduleDecision): boolean {
  return a.point === b.point && a.subject === b.subject && a.nth === b.nth;
}

type RangeKnobName = {
  readonly [K in KnobName]: KnobValues[K] extends readonly [number, number] ? K : never;
}[KnobName];

/** How to describe a choice point. */
interface ChoiceRow {
  readonly subject: string;
  readonly knob?: RangeKnobName;
}

const CHOICE_ROWS: Readonly<Record<ChoicePoint, ChoiceRow>> = {
  EVENT_ORDER: { subject: 'the order of events' },
  LAUNCH_PACKER: { subject: 'the choice among the packers that may launch a wave' },
  LAUNCH_LATENCY: { subject: 'the launch', knob: 'launchLatency' },
  ISSUE_GAP: { subject: 'the gap before the next instruction', knob: 'issueGap' },
  LOAD_LATENCY: { subject: 'the load', knob: 'loadLatency' },
  STORE_LATENCY: { subject: 'the store', knob: 'storeLatency' },
  SCALAR_LATENCY: { subject: 'the scalar load', knob: 'scalarLatency' },
  RETURN_LATENCY: { subject: 'the return of the access', knob: 'returnLatency' },
  MESSAGE_LATENCY: { subject: 'the exit message', knob: 'messageLatency' },
  EXIT_VISIBLE_LATENCY: {
    subject: 'the propagation of the new exiting id to polls',
    knob: 'exitVisibleLatency',
  },
  WAKE_LATENCY: { subject: 'the wake-up', knob: 'wakeLatency' },
  EXPORT_ALLOC_LATENCY: { subject: 'the allocation of export space', knob: 'exportAllocLatency' },
  EXPORT_LATENCY: { subject: 'the export', knob: 'exportLatency' },
  EXPORT_READY_LATENCY: { subject: 'the export-ready signal', knob: 'exportReadyLatency' },
  COLLISION_JUNK: { subject: "the value of the collision word's unused bits" },
  FALSE_OVERLAP: { subject: 'the random draw that determines whether a false overlap is reported' },
  STALE_NEWEST: { subject: 'the age of the newest overlapped id' },
  FETCH_QUEUE: { subject: 'the choice of the waiting wave whose fetch is served next' },
  FETCH_LATENCY: { subject: 'the code fetch', knob: 'fetchLatency' },
  FILL_LATENCY: { subject: 'the code line fill', knob: 'fillLatency' },
  LDS_LATENCY: { subject: 'the LDS access', knob: 'ldsLatency' },
  MISSED_OVERLAP: { subject: 'the choice of whether and how an overlap is missed' },
  INTRAWAVE_JUNK: { subject: "the value of the intrawave word's unused bits" },
  L0_LATENCY: { subject: 'the L0 access', knob: 'l0Latency' },
  GL1_LATENCY: { subject: 'the GL1 access', knob: 'gl1Latency' },
  WRITE_BACK_LATENCY: { subject: 'the line write-back', knob: 'writeBackLatency' },
  CACHE_VICTIM: { subject: 'the choice of cache line to evict' },
  XNACK: { subject: 'the random draw that determines whether a translation fails' },
  XNACK_LATENCY: { subject: 'the translation retry', knob: 'xnackLatency' },
  BIN_ORDER: { subject: 'the choice of bin order' },
  OUT_OF_ORDER: { subject: 'the choice of primitive order' },
  LAUNCH_SIMD: { subject: 'the choice among the free SIMDs' },
  UNSELECTED_POLL: { subject: 'the id returned by a poll with no packer selected' },
  GDS_LATENCY: { subject: 'the GDS access', knob: 'gdsLatency' },
  SPURIOUS_WAKE: { subject: 'the random draw that determines whether a spurious wake-up occurs' },
  LATENCY_BURST: { subject: 'the random draw that determines whether a burst of long latencies begins' },
  DESIGN_HELD: { subject: 'the number of cycles for which the design is stalled' },
};

const EVENT_NOUNS: Readonly<Record<EventSubject['unit'], string>> = {
  SCAN: 'the next quads',
  FORMATION_TIMEOUT: 'the formation timeout',
  LAUNCH: 'the launch of a wave',
  WAVE: 'the next instruction',
  PERFORM: 'the effect of an access',
  RETURN: 'the return of the access',
  EXIT_ARRIVES: 'the arrival of an exit',
  EXIT_VISIBLE: 'the update of the exiting id seen by polls',
  EXPORT_SPACE: 'the export space',
  EXPORT_DONE: 'the end of an export',
  EXPORT_READY: 'the export-ready signal',
  FETCH: 'the code fetch',
  LDS: 'the data from the local data share',
  WRITE_BACK: 'the line write-back',
  EXPORT_BUS: 'the export bus grant',
  BACKGROUND: 'the background work',
  BOUNDARY: 'the next step of the design',
  GDS: 'the data from the global data share',
  LDS_BANKS: 'the next LDS bank access',
};

/** Units whose `index` is a packer. */
const PACKER_UNITS: ReadonlySet<EventSubject['unit']> = new Set(['FORMATION_TIMEOUT', 'EXIT_VISIBLE']);

/** Describes an event, for example `the arrival of wave 3's exit`. */
export function describeEvent({ unit, wave, index }: EventSubject): string {
  if (wave !== undefined)
    return unit === 'EXIT_ARRIVES'
      ? `the arrival of wave ${wave}'s exit`
      : `${EVENT_NOUNS[unit]} of wave ${wave}`;
  return PACKER_UNITS.has(unit) ? `${EVENT_NOUNS[unit]}, packer ${index}` : EVENT_NOUNS[unit];
}

/** Returns the wave that a choice affects, or undefined if unknown. */
export function findChoiceWave({ during, nearWave }: RecordedChoice): number | undefined {
  return during?.wave ?? nearWave;
}

/** Returns the number of cycles that an answer represents, or undefined if the choice is not a latency. */
export function getLatencyCycles(
  { point, alternatives }: HardwareChoice,
  answer: number,
  freedoms: KnobValues,
): number | undefined {
  const { knob } = CHOICE_ROWS[point];
  if (knob === undefined) return undefined;
  const [low, high] = freedoms[knob];
  // In a burst of long latencies, answers count down from the upper end.
  return alternatives === high - low + 1 ? low + answer : high - answer;
}

/** Describes what was chosen, for example `the exit message of wave 4 takes 12 cycles (range 2 to 24)`. */
export function describeChoice(choice: RecordedChoice, freedoms: KnobValues): string {
  const { point, answer, alternatives, events } = choice;
  if (events !== undefined) {
    const first = describeEvent(events[answer]!);
    const distinct = removeDuplicates(events);
    if (answer >= distinct.length) return `${first} happens in the same cycle as the event before it`;
    const others = distinct.filter((_, index) => index !== answer).map(describeEvent);
    return `${first} happens before ${others.slice(0, 3).join(' and ')}${others.length > 3 ? ` and ${others.length - 3} more` : ''}`;
  }
  const subject = describeSubject(point, findChoiceWave(choice));
  const cycles = getLatencyCycles(choice, answer, freedoms);
  if (cycles === undefined) return `${subject} is ${answer} (range 0 to ${alternatives - 1})`;
  const bounds = [0, alternatives - 1]
    .map((end) => getLatencyCycles(choice, end, freedoms)!)
    .sort((a, b) => a - b);
  return `${subject} takes ${cycles} ${cycles === 1 ? 'cycle' : 'cycles'} (range ${bounds[0]} to ${bounds[1]})`;
}

/** Returns what a choice decides and for which wave: `the exit message of wave 4`, `the choice … SIMDs (wave 4)`. */
function describeSubject(point: ChoicePoint, wave: number | undefined): string {
  const { subject, knob } = CHOICE_ROWS[point];
  if (wave === undefined) return subject;
  const belongsToWave = knob !== undefined && point !== 'EXIT_VISIBLE_LATENCY';
  return belongsToWave ? `${subject} of wave ${wave}` : `${subject} (wave ${wave})`;
}

/** Removes duplicate events. If the schedule allows events to share a cycle, each event is listed twice. */
function removeDuplicates(events: readonly EventSubject[]): readonly EventSubject[] {
  const half = events.slice(0, events.length / 2);
  const isRepeated = half.every(({ unit, index }, i) => {
    const second = events[half.length + i]!;
    return second.unit === unit && second.index === index;
  });
  return isRepeated ? half : events;
}

/** Describes a range of answers: `13 to 24` (in cycles for a latency), or the events that could be first. */
export function describeAnswers(
  choice: RecordedChoice,
  from: number,
  to: number,
  freedoms: KnobValues,
): string {
  if (choice.events !== undefined) {
    const descriptions = choice.events.slice(from, to + 1).map(describeEvent);
    return `${[...new Set(descriptions)].join(' or ')} first`;
  }
  const [low, high] = [from, to]
    .map((answer) => getLatencyCycles(choice, answer, freedoms) ?? answer)
    .sort((a, b) => a - b) as [number, number];
  return low === high ? `${low}` : `${low} to ${high}`;
}

/** Describes a decision that always applies, for example `the exit message of wave 3 takes 12 cycles`. */
function describeFixedDecision(
  point: ChoicePoint,
  subject: EventSubject | undefined,
  answer: number,
  freedoms: KnobValues,
): string {
  if (point === 'EVENT_ORDER')
    return `${subject === undefined ? 'the default event' : describeEvent(subject)} happens first in its cycle`;
  const { knob } = CHOICE_ROWS[point];
  const unit = subject === undefined || subject.wave !== undefined ? '' : ` (${describeEvent(subject)})`;
  const text = `${describeSubject(point, subject?.wave)}${unit}`;
  if (knob === undefined) return `${text} is ${answer}`;
  const [low, high] = freedoms[knob];
  const cycles = Math.min(low + answer, high);
  return `${text} takes ${cycles} ${cycles === 1 ? 'cycle' : 'cycles'}`;
}
