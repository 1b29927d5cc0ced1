import { present } from '../../arch/index.js';
import type { UnreadableFile } from './check-files.js';
import type { ProgramVerdict } from './check-program.js';
import type { CheckDocument } from './check-schema.js';
import type { ExpectationResult } from './findings.js';

/** Returns the command that reruns one scene of one program variant. */
export type CheckRepro = (
  program: Pick<ProgramVerdict, 'file' | 'id'>,
  variant: number,
  scene: number,
) => string;

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
    programs: programs.map(({ weaknesses: warnings, expected, seconds: _, ...program }) => ({
      ...program,
      violations: program.violations.map(
        ({ violation, variant, scene, line, dependsOn, signature, known }) => ({
          rule: violation.rule,
          severity: violation.severity,
          message: `${violation.allowed} ${violation.observed}`,
          pc: violation.place.pc ?? null,
          wave: violation.place.wave ?? null,
          line: line ?? null,
          steps: violation.steps,
          hint: violation.hint,
          repro: repro(program, variant, scene),
          ...present({ signature, known, dependsOn }),
        }),
      ),
      warnings,
      ...(expected === undefined ? {} : { expected: buildExpected(expected) }),
    })),
    passed: count('pass'),
    failed: count('fail'),
    unsupported: count('unsupported'),
    vacuous: count('vacuous'),
    unreadable,
  };
}

function buildExpected({ expectation, missing, unexpected }: ExpectationResult) {
  return { ...expectation, missing, unexpected };
}
