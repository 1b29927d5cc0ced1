import type { Gfx } from '../arch/index.js';
import type { ByRule, RuleId, Severity } from './rules.js';

/** Where a violation was observed; unknown fields are absent (trace.md). Indices count from 0. */
export interface Place {
  /** Index of the draw. */
  readonly draw?: number;
  /** Index of the wave in its run. */
  readonly wave?: number;
  /** Index of the other wave. */
  readonly otherWave?: number;
  /** Index of the packer. */
  readonly packer?: number;
  /** Id of the wave in its packer; these ids wrap (pops.md 5.1). */
  readonly id?: number;
  /** Index of the primitive across all draws. */
  readonly primitive?: number;
  /** Index of the other primitive. */
  readonly otherPrimitive?: number;
  /** x and y of the pixel. */
  readonly pixel?: readonly [x: number, y: number];
  /** Index of the sample in its pixel. */
  readonly sample?: number;
  /** Address of the first byte of a memory word. */
  readonly address?: number;
  /** Byte offset of an instruction in its program. */
  readonly pc?: number;
  /** Assembly text of the instruction at `pc`. */
  readonly instruction?: string;
}

/** A finding reported by a scoreboard (first-bug.md explains one in detail). */
export interface Violation {
  readonly rule: RuleId;
  readonly severity: Severity;
  /** The cycle of the run in which it was observed. */
  readonly cycle: number;
  /** The hardware unit that the finding implicates, or `program`. */
  readonly unit: string;
  readonly place: Place;
  /** What the rule allows here, in one sentence. */
  readonly allowed: string;
  /** What was observed instead, in one sentence. */
  readonly observed: string;
  /**
   * The shortest sequence of steps that demonstrates the violation, numbered, oldest first; empty if `observed` is
   * self-explanatory.
   */
  readonly steps: readonly string[];
  /** Where to start looking. */
  readonly hint: string;
  /** The knob that sets the violated bound, and the value observed on the device, in one sentence. */
  readonly freedom?: string;
}

/**
 * Returns whether a finding concerns a path through the program, even one that no wave took. Such a finding has
 * no cycle.
 */
export function isStaticFinding({ unit, place }: Violation): boolean {
  return unit === 'program' && place.pc !== undefined && place.wave === undefined;
}

/** How much activity in a run was relevant to the rules. */
export interface ActivityCounts {
  /** Number of waves that entered and left a section. */
  readonly sections: number;
  /** Number of those waves that overlapped an unfinished older wave. */
  readonly overlapping: number;
  /** Number of memory words that were written and compared with the reference. */
  readonly compared: number;
}

/** The result of one run. */
export interface Verdict {
  /**
   * Violations sorted by cycle, up to the number per rule that the scoreboards are configured to keep. The first
   * unexpected error is the test's finding.
   */
  readonly violations: readonly Violation[];
  /** How often each rule fired, including violations that were not kept. Rules that did not fire are absent. */
  readonly fired?: Readonly<ByRule<number>>;
  /** How often each rule had something to check. */
  readonly armed: Readonly<ByRule<number>>;
  /** The rules that could not be checked, each with the data that was missing. */
  readonly unchecked: readonly { readonly rule: RuleId; readonly missing: string }[];
  /**
   * The rules that were skipped because they compare cycles, and the cycles in this run do not come from the device;
   * absent if there are none.
   */
  readonly leftOut?: readonly RuleId[];
  /** Whether the run was stopped by a budget, which makes it neither a pass nor a hang. */
  readonly inconclusive: boolean;
  /**
   * Number of memory words, exported words and pixels that were not compared, because more than one value is
   * valid or because a VIS finding explains the difference.
   */
  readonly uncompared: number;
  readonly substance?: ActivityCounts;
}

/**
 * Returns the signature of a failure with the given first violation (checking.md): rule, unit, generation and
 * program, which are the same for all seeds.
 */
export function getFailureSignature(violation: Violation, gfx: Gfx, program: string): string {
  return `${violation.rule} ${violation.unit} ${gfx} ${program}`;
}
