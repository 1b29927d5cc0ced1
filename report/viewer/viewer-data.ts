import { gzipSync } from 'node:zlib';
import {
  chipOf,
  decodeProgram,
  type Instruction,
  instructionSetOf,
  printInstruction,
} from '../../arch/index.js';
import { findRule, type TracedLine } from '../../regression/index.js';
import type { StoryScenario } from '../../timeline/index.js';
import type { Program, Scenario, TransactionKind, Violation } from '../../transactions/index.js';
import type { Window } from '../waves/vcd.js';

/** A line of a program's text. */
export interface ListedInstruction {
  readonly pc: number;
  readonly text: string;
  /** Name of the place, where a branch leads to it. */
  readonly label?: string;
}

/** What the page knows besides the stream. */
export interface ViewerData {
  readonly name: string;
  readonly scenario: StoryScenario;
  /** Programs by their numbers in the scenario. */
  readonly programs: readonly { readonly name: string; readonly lines: readonly ListedInstruction[] }[];
  /** The first ones, with the sentence of their rule. */
  readonly violations: readonly (Violation & { readonly sentence: string })[];
  /** Waves that the first violation is about. */
  readonly cast: readonly number[];
  /** Cycles that the stream was cut down to; absent where it is whole. */
  readonly window?: Window;
  readonly lastCycle: number;
}

/** The data of a page, and its transactions as gzip of JSON Lines in base64. */
export interface PackedRun {
  readonly data: ViewerData;
  readonly stream: string;
}

/** A run to show. */
export interface ShownRun {
  readonly scenario: Scenario;
  readonly lines: readonly TracedLine[];
  readonly violations: readonly Violation[];
  readonly cast: readonly number[];
  /** Cycles that are wanted; all where absent. */
  readonly window?: Window | undefined;
}

const VIOLATIONS_MAX = 20;

/** Characters of a stream in a page: with the code of the page, it stays below ten megabytes. */
const STREAM_MAX = 9_000_000;

/** Kinds that tell who is who: they stay for all waves where a window cuts the rest. */
const ALWAYS_KEPT: readonly TransactionKind[] = [
  'wave-formed',
  'overlap',
  'wave-launched',
  'section-exit',
  'exiting-id-visible',
  'wave-ended',
  'resource-released',
];

/** Packs a run for its page. A stream that is too long is cut down to a window around the first violation. */
export function packRun(run: ShownRun, streamMax = STREAM_MAX): PackedRun {
  const { scenario, violations, cast, lines } = run;
  const lastCycle = lines.at(-1)?.cycle ?? 0;
  const centre = violations[0]?.cycle ?? 0;
  let window = run.window;
  let stream = packed(lines, window);
  for (let reach = lastCycle; stream.length > streamMax && reach > 0; ) {
    reach = Math.floor(reach / 2);
    window = { first: Math.max(0, centre - reach), last: centre + reach };
    stream = packed(lines, window);
  }
  return {
    stream,
    data: {
      name: scenario.name,
      scenario: storyScenario(scenario),
      programs: scenario.programs.map((program) => listing(program, scenario)),
      violations: violations.slice(0, VIOLATIONS_MAX).map((violation) => ({
        ...violation,
        sentence: findRule(violation.rule)?.text ?? '',
      })),
      cast,
      ...(window === undefined ? {} : { window }),
      lastCycle,
    },
  };
}

function packed(lines: readonly TracedLine[], window: Window | undefined): string {
  const { first, last } = window ?? { first: 0, last: Infinity };
  const kept = lines.filter(
    ({ cycle, line }) =>
      cycle <= last && (cycle >= first || ALWAYS_KEPT.some((kind) => line.startsWith(`{"kind":"${kind}"`))),
  );
  return gzipSync(kept.map(({ line }) => line).join('')).toString('base64');
}

function storyScenario({ chip, ordered, freedoms, draws, memory }: Scenario): StoryScenario {
  return {
    chip,
    ordered,
    freedoms: { idWrap: freedoms.idWrap },
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

function listing({ name, words, epilog }: Program, { chip, wave }: Scenario): ViewerData['programs'][number] {
  const set = instructionSetOf(chipOf(chip));
  const { instructions } = decodeProgram(words, set, wave, epilog);
  const targets = new Set(instructions.flatMap(({ target }) => (target >= 0 ? [target] : [])));
  const lines = instructions
    .filter((instruction) => instruction.words.length > 0)
    .map((instruction) => ({
      pc: instruction.pc,
      text: textOf(instruction, instructions, printInstruction(instruction, set, wave)),
      ...(targets.has(instruction.index) ? { label: labelOf(instruction) } : {}),
    }));
  return { name, lines };
}

/** A branch names the place that it leads to. */
function textOf({ target }: Instruction, all: readonly Instruction[], text: string): string {
  return target < 0 ? text : `${text} -> ${labelOf(all[target]!)}`;
}

function labelOf({ pc }: Instruction): string {
  return `at_${pc.toString(16)}`;
}
