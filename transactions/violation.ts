import type { Gfx } from '../arch/index.js';
import type { ByRule, RuleId, Severity } from './rules.js';

/** Where a violation was seen, as far as known (trace.md). `draw` and `packer` count from 0. */
export interface Place {
  readonly draw?: number;
  /** Number of the wave in its run, from 0. */
  readonly wave?: number;
  /** Number of the other wave. */
  readonly otherWave?: number;
  readonly packer?: number;
  /** Id of the wave in its packer, which wraps (pops.md 5.1). */
  readonly id?: number;
  /** Number of the primitive across all draws, from 0. */
  readonly primitive?: number;
  /** Number of the primitive it is compared with. */
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
  /** The hardware unit, or `program`, the finding points at. */
  readonly unit: string;
  readonly place: Place;
  /** What the rule allows here, in one sentence. */
  readonly allowed: string;
  /** What was observed instead, in one sentence. */
  readonly observed: string;
  /** The shortest witness as numbered steps, oldest first; empty if one sentence suffices. */
  readonly steps: readonly string[];
  /** What to look at first. */
  readonly hint: string;
  /** The scenario freedom that sets the broken bound, and the value the device shows, in one sentence. */
  readonly freedom?: string;
}

/** Whether a finding is about a program path that no run needs to have taken, so it has no cycle. */
export function isOfPath({ unit, place }: Violation): boolean {
  return unit === 'program' && place.pc !== undefined && place.wave === undefined;
}

/** How much of what the rules judge occurred in a run. */
export interface Substance {
  /** Waves that entered and left a section, and those of them that overlapped an unfinished older wave. */
  readonly sections: number;
  readonly overlapping: number;
  /** Memory words that were written and compared with the reference. */
  readonly compared: number;
}

/** Result of one run. */
export interface Verdict {
  /** Sorted by cycle: the first is the finding. At most as many per rule as the scoreboards are set to keep. */
  readonly violations: readonly Violation[];
  /** How often each rule fired, including violations not kept; absent for rules that did not. */
  readonly fired?: Readonly<ByRule<number>>;
  /** How often each rule had something to judge. */
  readonly armed: Readonly<ByRule<number>>;
  /** Rules that could not be checked, with the missing data. */
  readonly unchecked: readonly { readonly rule: RuleId; readonly missing: string }[];
  /** Rules skipped because the cycles they compare are not the device's; absent if none are. */
  readonly leftOut?: readonly RuleId[];
  /** Whether a budget ended the run, so it is neither a pass nor a hang. */
  readonly inconclusive: boolean;
  /** Memory words, exported words and pixels not compared: several values are right, or a VIS finding explains the difference. */
  readonly uncompared: number;
  readonly substance?: Substance;
}

/** Signature of a failure with this first violation (checking.md): rule, unit, generation and program, the same for all seeds. */
export function signatureOf(violation: Violation, gfx: Gfx, program: string): string {
  return `${violation.rule} ${violation.unit} ${gfx} ${program}`;
}
