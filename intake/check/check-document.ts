import type { UnreadableFile } from './check-inputs.js';
import type { ProgramVerdict } from './check-program.js';
import type { CheckDocument } from './check-schema.js';
import type { ExpectationResult } from './check-violation.js';

/** Returns the command that reruns one scene of one program variant. */
export type CheckRepro = (program: ProgramVerdict, variant: number, scene: number) => string;

/** Builds the JSON document from the verdicts on all programs. */
export function buildCheckDocument(
  programs: readonly ProgramVerdict[],
  unreadable: readonly UnreadableFile[],
  repro: CheckRepro,
): CheckDocument {
  const count = (verdict: ProgramVerdict['verdict']): number =>
    programs.filter((program) => program.verdict === verdict).length;
  return {
    schema: 'pops-tb check',
    version: 1,
    programs: programs.map((program) => ({
      id: program.id,
      file: program.file,
      gfx: program.gfx,
      verdict: program.verdict,
      ...(program.reason === undefined ? {} : { reason: program.reason }),
      assumed: program.assumed,
      arguments: program.arguments,
      unloaded: program.unloaded,
      violations: program.violations.map(({ violation, variant, scene, line, dependsOn }) => ({
        rule: violation.rule,
        severity: violation.severity,
        message: `${violation.allowed} ${violation.observed}`,
        pc: violation.place.pc ?? null,
        wave: violation.place.wave ?? null,
        line: line ?? null,
        steps: violation.steps,
        hint: violation.hint,
        repro: repro(program, variant, scene),
        ...(dependsOn === undefined ? {} : { dependsOn }),
      })),
      runs: program.runs,
      unchecked: program.unchecked,
      notArmed: program.notArmed,
      value: program.value,
      ...(program.cost === undefined ? {} : { cost: program.cost }),
      warnings: program.weaknesses,
      ...(program.expected === undefined ? {} : { expected: buildExpected(program.expected) }),
    })),
    passed: count('pass'),
    failed: count('fail'),
    unsupported: count('unsupported'),
    unreadable,
  };
}

function buildExpected({ expectation, missing, unexpected }: ExpectationResult) {
  return { ...expectation, missing, unexpected };
}
