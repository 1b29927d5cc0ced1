import type { TracedLine } from '../../harness/one-test/index.js';
import type { TimelineScenario } from '../../timeline/index.js';
import { getRuleText, type Scenario, type Violation } from '../../transactions/index.js';
import type { Window } from '../waves/vcd.js';
import { type FirstDifference, findFirstDifference } from './first-difference.js';
import { type ListedProgram, listPrograms } from './listed-program.js';
import { findLastCycle, packStreams } from './pack-streams.js';

/** The page's data, other than the stream. */
export interface ViewerData {
  readonly name: string;
  readonly scenario: TimelineScenario;
  /** The programs, indexed by program number. */
  readonly programs: readonly ListedProgram[];
  /** The first violations, each with its rule's sentence. */
  readonly violations: readonly (Violation & { readonly sentence: string })[];
  /** The waves involved in the first violation. */
  readonly cast: readonly number[];
  /** The cycles that the stream was trimmed to; absent if it is complete. */
  readonly window?: Window;
  readonly lastCycle: number;
  /** The run overlaid on this one; absent if there is none. */
  readonly other?: OtherRun;
}

/** The page's data about a second run, apart from its stream. */
export interface OtherRun {
  readonly name: string;
  readonly scenario: TimelineScenario;
  /** How it ended: `passes`, or the rule and cycle of its first violation. */
  readonly verdict: string;
  readonly repro: string;
  /** Whether it replayed this run's choices instead of its own. */
  readonly sharesChoices: boolean;
  /** Whether its waves run the same programs as this run. */
  readonly hasSamePrograms: boolean;
  /** Where the two runs first differ; absent if they are identical. */
  readonly difference?: FirstDifference;
}

/** A page's data, with transactions as base64-encoded, gzipped JSON Lines. */
export interface PackedRun {
  readonly data: ViewerData;
  readonly stream: string;
  /** The other run's transactions, if there is one. */
  readonly otherStream?: string;
}

/** A run to show. */
export interface ShownRun {
  readonly scenario: Scenario;
  readonly lines: readonly TracedLine[];
  readonly violations: readonly Violation[];
  readonly cast: readonly number[];
  /** The requested cycles; all of them if absent. */
  readonly window?: Window | undefined;
  /** The cycle of the run's last transaction, if `lines` ends earlier. */
  readonly lastCycle?: number;
  /** A run to overlay on it. */
  readonly other?: OverlaidRun | undefined;
}

/** A run overlaid on another one. */
export interface OverlaidRun {
  readonly scenario: Scenario;
  readonly lines: readonly TracedLine[];
  readonly violations: readonly Violation[];
  readonly repro: string;
  readonly sharesChoices: boolean;
}

const MAX_VIOLATIONS = 20;

/**
 * The maximum total length of a page's streams, in characters. Keeps the page, including its code, below ten megabytes.
 */
const MAX_STREAM_LENGTH = 9_000_000;

/**
 * Packs a run and any run overlaid on it for their page. Overlong streams are trimmed to a window around the first
 * violation or, if there is none, the first difference. If that cycle is outside the requested window, the nearest
 * cycle inside is used.
 */
export function packRun(run: ShownRun, maxStream = MAX_STREAM_LENGTH): PackedRun {
  const { scenario, violations, cast, lines, other } = run;
  const { lastCycle = findLastCycle(lines) } = run;
  const difference = other && findFirstDifference(lines, other.lines);
  const centre = violations[0]?.cycle ?? difference?.cycle ?? 0;
  const streams = other === undefined ? [lines] : [lines, other.lines];
  const { window, packs } = packStreams(streams, run.window, centre, maxStream);
  const [stream, otherStream] = packs;
  return {
    stream: stream!,
    ...(otherStream === undefined ? {} : { otherStream }),
    data: {
      name: scenario.name,
      scenario: toStoryScenario(scenario),
      programs: listPrograms(scenario),
      violations: violations.slice(0, MAX_VIOLATIONS).map((violation) => ({
        ...violation,
        sentence: getRuleText(violation.rule) ?? '',
      })),
      cast,
      ...(window === undefined ? {} : { window }),
      lastCycle,
      ...(other === undefined ? {} : { other: packOtherRun(scenario, other, difference) }),
    },
  };
}

function packOtherRun(
  scenario: Scenario,
  other: OverlaidRun,
  difference: FirstDifference | undefined,
): OtherRun {
  const [first] = other.violations;
  return {
    name: other.scenario.name,
    scenario: toStoryScenario(other.scenario),
    verdict: first === undefined ? 'passes' : `${first.rule} at cycle ${first.cycle}`,
    repro: other.repro,
    sharesChoices: other.sharesChoices,
    hasSamePrograms: JSON.stringify(listPrograms(scenario)) === JSON.stringify(listPrograms(other.scenario)),
    ...(difference === undefined ? {} : { difference }),
  };
}

function toStoryScenario({ chip, ordered, freedoms, draws, memory }: Scenario): TimelineScenario {
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
