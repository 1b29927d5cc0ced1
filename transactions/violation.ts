import type { Gfx } from '../arch/index.js';
import type { ByRule, RuleId, Severity } from './rules.js';

/** Where a violation was seen; only what is known is given (trace.md). `draw` and `packer` count from 0. */
export interface Place {
  readonly draw?: number;
  /** Number of the wave in its run, from 0, and of the one that it is compared with. */
  readonly wave?: number;
  /** Number of the other wave. */
  readonly otherWave?: number;
  readonly packer?: number;
  /** Id of the wave in its packer, which wraps (pops.md 5.1). */
  readonly id?: number;
  /** Number of the primitive in its draw, from 0. */
  readonly primitive?: number;
  /** Number of the primitive that it is compared with. */
  readonly otherPrimitive?: number;
  /** x and y of the pixel. */
  readonly pixel?: readonly [x: number, y: number];
  /** Number of the sample in its pixel, from 0. */
  readonly sample?: number;
  /** Address of the first byte of a word of memory. */
  readonly address?: number;
  /** Byte offset of an instruction in its program. */
  readonly pc?: number;
  /** Text of the instruction at `pc`. */
  readonly instruction?: string;
}

/** One finding of a scoreboard (first-bug.md explains one). */
export interface Violation {
  readonly rule: RuleId;
  readonly severity: Severity;
  /** Cycle of the run at which it was seen. */
  readonly cycle: number;
  /** Unit of the hardware, or `program`, that the finding points at. */
  readonly unit: string;
  readonly place: Place;
  /** What the rule allows here, in one sentence. */
  readonly allowed: string;
  /** What was seen instead, in one sentence. */
  readonly observed: string;
  /** The shortest witness as numbered steps, oldest first; empty where one sentence says it. */
  readonly steps: readonly string[];
  /** What to look at first. */
  readonly hint: string;
  /** The freedom of the scenario that sets the bound that was broken, and the value that the device shows, in one sentence. */
  readonly freedom?: string;
}

/** Whether a finding is about a path of the program that no run needs to have taken: it has no cycle of its own. */
export function isOfPath({ unit, place }: Violation): boolean {
  return unit === 'program' && place.pc !== undefined && place.wave === undefined;
}

/** How much of what the rules judge occurred in a run. */
export interface Substance {
  /** Waves that had a section and left it, and those of them that overlapped an older wave that was unfinished. */
  readonly sections: number;
  readonly overlapping: number;
  /** Words of memory that were written and compared with the reference. */
  readonly compared: number;
}

/** Result of one run. */
export interface Verdict {
  /** Sorted by cycle: the first is the finding. At most this many of a rule as the scoreboards were told to keep. */
  readonly violations: readonly Violation[];
  /** How often each rule fired, violations that were not kept included; absent for rules that did not. */
  readonly fired?: Readonly<ByRule<number>>;
  /** How often each rule had something to judge. */
  readonly armed: Readonly<ByRule<number>>;
  /** Rules that the stream lacked data for, with what was missing. */
  readonly unchecked: readonly { readonly rule: RuleId; readonly missing: string }[];
  /** Rules that compare cycles, left out of a run whose events came in an order without times; absent for other runs. */
  readonly leftOut?: readonly RuleId[];
  /** True when a budget ended the run, so that neither pass nor hang can be said. */
  readonly inconclusive: boolean;
  /** Memory locations that ORD-03 left out because invocations of several pixels touch them. */
  readonly uncompared: number;
  readonly substance?: Substance;
}

/** Bucket of a failure: its first violation without any number that changes from seed to seed (checking.md). */
export function signatureOf(violation: Violation, gfx: Gfx, program: string): string {
  return `${violation.rule} ${violation.unit} ${gfx} ${program}`;
}
