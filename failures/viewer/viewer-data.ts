import { gzipSync } from 'node:zlib';
import {
  chipOf,
  decodeProgram,
  getInstructionSet,
  type Instruction,
  printInstruction,
} from '../../arch/index.js';
import type { TracedLine } from '../../harness/one-test/index.js';
import {
  getRuleText,
  type Program,
  type Scenario,
  type Transaction,
  type TransactionKind,
  transactionLine,
  type Violation,
} from '../../transactions/index.js';
import type { TimelineScenario } from '../timeline/wave-life.js';
import type { Window } from '../waves/vcd.js';

/** The part of a run that a page includes. */
interface KeptLines {
  readonly lines: readonly TracedLine[];
  /** The cycles that are kept in full; undefined if all are. Only some transactions of other cycles are kept. */
  readonly window?: Window;
  readonly lastCycle: number;
}

/**
 * Collects a run's lines for its page. Runs of up to `maxLines` transactions are kept in full. For longer runs, keeps
 * that many lines around `centre`, the violation's cycle, plus all earlier lines that identify waves. Apart from those
 * earlier lines, memory use is limited to a small multiple of `maxLines` lines.
 */
export class PageLines {
  /** The number of transactions so far. */
  total = 0;
  private readonly beginning: TracedLine[] = [];
  private readonly earlyLines: TracedLine[] = [];
  /** The lines up to `centre` that have not been dropped. */
  private before: TracedLine[] = [];
  /** The lines after `centre`, up to one more than `maxLines`, so that `kept` can tell where the window ends. */
  private readonly after: TracedLine[] = [];
  private lastDroppedCycle = -1;
  private lastCycle = 0;

  constructor(
    private readonly centre: number,
    private readonly maxLines: number,
  ) {}

  readonly add = (transaction: Transaction): void => {
    const { cycle } = transaction;
    this.total++;
    this.lastCycle = cycle;
    const isAfter = cycle > this.centre;
    if (isAfter && this.after.length > this.maxLines) return;
    const traced = { cycle, line: transactionLine(transaction) };
    if (this.beginning.length < this.maxLines) this.beginning.push(traced);
    (isAfter ? this.after : this.before).push(traced);
    // Drop lines only rarely, to amortise the cost of moving the rest.
    if (this.before.length >= 2 * this.maxLines) this.drop();
  };

  /** The first `maxLines` transactions. */
  get first(): readonly TracedLine[] {
    return this.beginning;
  }

  /** The page's lines, once the run has finished. */
  get kept(): KeptLines {
    const { earlyLines, before, after, maxLines, lastCycle } = this;
    const lines = [...earlyLines, ...before, ...after];
    if (this.total <= maxLines) return { lines, lastCycle };
    const afterCount = Math.min(after.length, Math.max(maxLines >> 1, maxLines - before.length));
    const lastDropped = before[before.length - (maxLines - afterCount) - 1]?.cycle ?? this.lastDroppedCycle;
    const next = after[afterCount]?.cycle;
    return {
      lines,
      window: { first: lastDropped + 1, last: next === undefined ? lastCycle : next - 1 },
      lastCycle,
    };
  }

  private drop(): void {
    const dropCount = this.before.length - this.maxLines;
    for (const traced of this.before.slice(0, dropCount))
      if (identifiesWaves(traced)) this.earlyLines.push(traced);
    this.lastDroppedCycle = this.before[dropCount - 1]!.cycle;
    this.before = this.before.slice(dropCount);
  }
}

/** A line of a program listing. */
interface ListedInstruction {
  readonly pc: number;
  readonly text: string;
  /** The label, if a branch targets this instruction. */
  readonly label?: string;
}

/** A program listing, in address order. */
export interface ProgramListing {
  readonly name: string;
  readonly lines: readonly ListedInstruction[];
}

function listPrograms(scenario: Scenario): ProgramListing[] {
  return scenario.programs.map((program) => listProgram(program, scenario));
}

function listProgram({ name, words, epilog }: Program, { chip, wave }: Scenario): ProgramListing {
  const set = getInstructionSet(chipOf(chip));
  const { instructions } = decodeProgram(words, set, wave, epilog);
  const targets = new Set(instructions.flatMap(({ target }) => (target >= 0 ? [target] : [])));
  const lines = instructions
    .filter((instruction) => instruction.words.length > 0)
    .map((instruction) => ({
      pc: instruction.pc,
      text: withTargetLabel(instruction, instructions, printInstruction(instruction, set, wave)),
      ...(targets.has(instruction.index) ? { label: formatTargetLabel(instruction) } : {}),
    }));
  return { name, lines };
}

function withTargetLabel({ target }: Instruction, listing: readonly Instruction[], text: string): string {
  return target < 0 ? text : `${text} -> ${formatTargetLabel(listing[target]!)}`;
}

function formatTargetLabel({ pc }: Instruction): string {
  return `at_${pc.toString(16)}`;
}

/** The kinds of transaction that identify waves, which are kept even outside the window. */
const ALWAYS_KEPT: readonly TransactionKind[] = [
  'wave-formed',
  'overlap',
  'wave-launched',
  'section-exit',
  'exiting-id-visible',
  'wave-ended',
  'resource-released',
];

/**
 * Trims a stream to the requested cycles and packs it. If it is still too long, trims it further, to a window around the
 * violation. If no window is returned, the stream is complete.
 */
function packStream(
  lines: readonly TracedLine[],
  requested: Window | undefined,
  violationCycle: number,
  maxCharacters: number,
): { readonly window: Window | undefined; readonly stream: string } {
  const bounds = requested ?? { first: 0, last: findLastCycle(lines) };
  const centre = Math.min(Math.max(violationCycle, bounds.first), bounds.last);
  let window = requested;
  let stream = pack(lines, window);
  for (let radius = bounds.last - bounds.first; stream.length > maxCharacters && radius > 0; ) {
    radius = Math.floor(radius / 2);
    window = {
      first: Math.max(bounds.first, centre - radius),
      last: Math.min(bounds.last, centre + radius),
    };
    stream = pack(lines, window);
  }
  return { window, stream };
}

/** Returns the cycle of the last transaction, or 0 if there are none. */
function findLastCycle(lines: readonly TracedLine[]): number {
  return lines.at(-1)?.cycle ?? 0;
}

/** Whether a line identifies a wave and is therefore kept even outside the window. */
function identifiesWaves({ line }: TracedLine): boolean {
  return ALWAYS_KEPT.some((kind) => line.startsWith(`{"kind":"${kind}"`));
}

function pack(lines: readonly TracedLine[], window: Window | undefined): string {
  const { first, last } = window ?? { first: 0, last: Infinity };
  const kept = lines.filter(
    (traced) => traced.cycle <= last && (traced.cycle >= first || identifiesWaves(traced)),
  );
  return gzipSync(kept.map(({ line }) => line).join('')).toString('base64');
}

/** The page's data, other than the stream. */
export interface ViewerData {
  readonly name: string;
  readonly scenario: TimelineScenario;
  /** The programs, indexed by program number. */
  readonly programs: readonly ProgramListing[];
  /** The first violations, each with the text of its rule. */
  readonly violations: readonly (Violation & { readonly sentence: string })[];
  /** The waves involved in the first violation. */
  readonly cast: readonly number[];
  /** The cycles that the stream was trimmed to; absent if it is complete. */
  readonly window?: Window | undefined;
  readonly lastCycle: number;
}

/** A page's data, with transactions as base64-encoded, gzipped JSON Lines. */
export interface PackedRun {
  readonly data: ViewerData;
  readonly stream: string;
}

/** The run that a page shows. */
export interface ViewerRun {
  readonly scenario: Scenario;
  readonly lines: readonly TracedLine[];
  readonly violations: readonly Violation[];
  readonly waves: readonly number[];
  /** The requested cycles, or undefined for the whole run. */
  readonly window?: Window | undefined;
  /** The cycle of the run's last transaction, if `lines` ends earlier. */
  readonly lastCycle?: number;
}

const MAX_VIOLATIONS = 20;

/** The maximum total length of a page's streams, in characters. Keeps the page and its code below ten megabytes. */
const MAX_STREAM_LENGTH = 9_000_000;

/**
 * Packs a run, and any run overlaid on it, for a page. Overlong streams are trimmed to a window around the first
 * violation or, if there is none, the first difference. If that cycle is outside the requested window, the nearest
 * cycle inside is used.
 */
export function packRun(run: ViewerRun, maxLength = MAX_STREAM_LENGTH): PackedRun {
  const { scenario, violations, waves, lines } = run;
  const { lastCycle = findLastCycle(lines) } = run;
  const { window, stream } = packStream(lines, run.window, violations[0]?.cycle ?? 0, maxLength);
  return {
    stream,
    data: {
      name: scenario.name,
      scenario: toTimelineScenario(scenario),
      programs: listPrograms(scenario),
      violations: violations.slice(0, MAX_VIOLATIONS).map((violation) => ({
        ...violation,
        sentence: getRuleText(violation.rule) ?? '',
      })),
      cast: waves,
      window,
      lastCycle,
    },
  };
}

function toTimelineScenario({ chip, ordered, freedoms, draws, memory }: Scenario): TimelineScenario {
  const { idWrap, idWindow, idStart } = freedoms;
  return {
    chip,
    ordered,
    freedoms: { idWrap, idWindow, idStart },
    draws: draws.map(({ program, interlock, width, height, samples }) => ({
      program,
      interlock,
      width,
      height,
      samples,
    })),
    memory: memory.map(({ name, address, bytes }) => ({ name, address, bytes })),
  };
}
