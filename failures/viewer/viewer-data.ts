import type { TracedLine } from '../../harness/one-test/index.js';
import type { StoryScenario } from '../../timeline/index.js';
import { ruleText, type Scenario, type Violation } from '../../transactions/index.js';
import type { Window } from '../waves/vcd.js';
import { differenceOf, type FirstDifference } from './first-difference.js';
import { type ListedProgram, listings } from './listed-program.js';
import { lastOf, packStreams } from './pack-streams.js';

/** The page's data besides the stream. */
export interface ViewerData {
  readonly name: string;
  readonly scenario: StoryScenario;
  /** Programs by their numbers in the scenario. */
  readonly programs: readonly ListedProgram[];
  /** The first violations, with their rule's sentence. */
  readonly violations: readonly (Violation & { readonly sentence: string })[];
  /** Waves of the first violation. */
  readonly cast: readonly number[];
  /** Cycles that the stream was cut to; absent if it is complete. */
  readonly window?: Window;
  readonly lastCycle: number;
  /** The run shown over this one; absent if there is none. */
  readonly other?: OtherRun;
}

/** The page's data about a second run besides its stream. */
export interface OtherRun {
  readonly name: string;
  readonly scenario: StoryScenario;
  /** How it ended: `passes`, or the rule of its first violation with its cycle. */
  readonly verdict: string;
  readonly repro: string;
  /** Whether it used this run's choices instead of its own. */
  readonly sharesChoices: boolean;
  /** Whether its waves run this run's listed programs. */
  readonly hasSamePrograms: boolean;
  /** Where the two first differ; absent if they are identical. */
  readonly difference?: FirstDifference;
}

/** A page's data, and its transactions as base64 of gzipped JSON Lines; also the other run's, if any. */
export interface PackedRun {
  readonly data: ViewerData;
  readonly stream: string;
  readonly otherStream?: string;
}

/** A run to show. */
export interface ShownRun {
  readonly scenario: Scenario;
  readonly lines: readonly TracedLine[];
  readonly violations: readonly Violation[];
  readonly cast: readonly number[];
  /** Requested cycles; all if absent. */
  readonly window?: Window | undefined;
  /** Cycle of the run's last transaction, if `lines` ends earlier. */
  readonly lastCycle?: number;
  /** A run to lay over it. */
  readonly other?: OverlaidRun | undefined;
}

/** A run laid over another. */
export interface OverlaidRun {
  readonly scenario: Scenario;
  readonly lines: readonly TracedLine[];
  readonly violations: readonly Violation[];
  readonly repro: string;
  readonly sharesChoices: boolean;
}

const VIOLATIONS_MAX = 20;

/** Maximum characters of a page's streams together; the page with its code then stays below ten megabytes. */
const STREAM_MAX = 9_000_000;

/**
 * Packs a run for its page, with the run laid over it. Streams that are too long are cut to a window around the first
 * violation or, without one, the first difference; if that is outside the requested window, around the nearest cycle in it.
 */
export function packRun(run: ShownRun, streamMax = STREAM_MAX): PackedRun {
  const { scenario, violations, cast, lines, other } = run;
  const { lastCycle = lastOf(lines) } = run;
  const difference = other && differenceOf(lines, other.lines);
  const centre = violations[0]?.cycle ?? difference?.cycle ?? 0;
  const streams = other === undefined ? [lines] : [lines, other.lines];
  const { window, packs } = packStreams(streams, run.window, centre, streamMax);
  const [stream, otherStream] = packs;
  return {
    stream: stream!,
    ...(otherStream === undefined ? {} : { otherStream }),
    data: {
      name: scenario.name,
      scenario: storyScenario(scenario),
      programs: listings(scenario),
      violations: violations.slice(0, VIOLATIONS_MAX).map((violation) => ({
        ...violation,
        sentence: ruleText(violation.rule) ?? '',
      })),
      cast,
      ...(window === undefined ? {} : { window }),
      lastCycle,
      ...(other === undefined ? {} : { other: otherRun(scenario, other, difference) }),
    },
  };
}

function otherRun(scenario: Scenario, other: OverlaidRun, difference: FirstDifference | undefined): OtherRun {
  const [first] = other.violations;
  return {
    name: other.scenario.name,
    scenario: storyScenario(other.scenario),
    verdict: first === undefined ? 'passes' : `${first.rule} at cycle ${first.cycle}`,
    repro: other.repro,
    sharesChoices: other.sharesChoices,
    hasSamePrograms: JSON.stringify(listings(scenario)) === JSON.stringify(listings(other.scenario)),
    ...(difference === undefined ? {} : { difference }),
  };
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
