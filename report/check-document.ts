import type {
  ExpectationResult,
  Hollow,
  PassValue,
  ProgramVerdict,
  UnjudgedRule,
  UnreadableFile,
} from '../regression/index.js';
import type { RuleId, Severity } from '../transactions/index.js';

/** What `check` prints. */
export interface CheckDocument {
  readonly programs: readonly {
    readonly id: string;
    readonly gfx: string;
    readonly verdict: ProgramVerdict['verdict'];
    readonly reason?: string;
    readonly assumed: readonly string[];
    /** Where each argument is and what the driver puts there: `s4 width = pc+8`. */
    readonly arguments: readonly string[];
    /** Registers that the program reads and that nothing loads, in sentences. */
    readonly unloaded: readonly string[];
    readonly violations: readonly {
      readonly rule: RuleId;
      readonly severity: Severity;
      readonly message: string;
      readonly pc: number | null;
      readonly wave: number | null;
      /** Line of the user's text with the instruction at `pc`, from 1; null where there is none. */
      readonly line: number | null;
      readonly repro: string;
    }[];
    /** Rules that some scene had no data for, and rules that had nothing to judge. */
    readonly unchecked: readonly UnjudgedRule[];
    readonly notArmed: readonly UnjudgedRule[];
    /** How much of what the rules are about the runs had in them. */
    readonly value: PassValue;
    /** What a pass lacks. */
    readonly warnings: readonly Hollow[];
    /** Of a text that says what is found in it; `verdict` is then whether that is so. */
    readonly expected?: {
      readonly errors: readonly RuleId[];
      readonly warnings: readonly RuleId[];
      readonly allowed: readonly RuleId[];
      readonly missing: readonly RuleId[];
      readonly unexpected: readonly RuleId[];
    };
  }[];
  readonly passed: number;
  readonly failed: number;
  readonly unsupported: number;
  /** Files that could not be used, and why. */
  readonly unreadable: readonly UnreadableFile[];
}

/** The line that runs one scene of one variant of a program again. */
export type CheckRepro = (program: ProgramVerdict, variant: number, scene: number) => string;

/** The JSON document of all verdicts. */
export function checkDocument(
  programs: readonly ProgramVerdict[],
  unreadable: readonly UnreadableFile[],
  repro: CheckRepro,
): CheckDocument {
  const counted = (verdict: ProgramVerdict['verdict']): number =>
    programs.filter((program) => program.verdict === verdict).length;
  return {
    programs: programs.map((program) => ({
      id: program.id,
      gfx: program.gfx,
      verdict: program.verdict,
      ...(program.reason === undefined ? {} : { reason: program.reason }),
      assumed: program.assumed,
      arguments: program.arguments,
      unloaded: program.unloaded,
      violations: program.violations.map(({ violation, variant, scene, line }) => ({
        rule: violation.rule,
        severity: violation.severity,
        message: `${violation.allowed} ${violation.observed}`,
        pc: violation.place.pc ?? null,
        wave: violation.place.wave ?? null,
        line: line ?? null,
        repro: repro(program, variant, scene),
      })),
      unchecked: program.unchecked,
      notArmed: program.notArmed,
      value: program.value,
      warnings: program.hollow,
      ...(program.expected === undefined ? {} : { expected: expectedOf(program.expected) }),
    })),
    passed: counted('pass'),
    failed: counted('fail'),
    unsupported: counted('unsupported'),
    unreadable,
  };
}

function expectedOf({ expectation, missing, unexpected }: ExpectationResult) {
  return { ...expectation, missing, unexpected };
}
