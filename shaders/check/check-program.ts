import {
  type ChipName,
  chipOf,
  decodeOnce,
  type Gfx,
  instructionSetOf,
  UnsupportedOperation,
} from '../../arch/index.js';
import { runInWorld } from '../../harness/one-test/index.js';
import { causesFirst, UNCHECKED } from '../../harness/records/index.js';
import type { Corpus, CorpusRecord } from '../../stimulus/index.js';
import { type RuleId, type Scenario, UsageError, type Violation } from '../../transactions/index.js';
import { type CheckedRun, type CheckPlan, runsOf } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import type { CheckViolation } from './check-violation.js';
import { type ExpectationResult, holdExpectation } from './expectations.js';
import type { InterlockCost } from './interlock-cost.js';
import { type Hollow, hollowsOf, type PassValue } from './pass-value.js';
import { argumentTexts, unloadedRegisters, unloadedScalars } from './register-places.js';
import { lineOf, type ProgramSource, placedIn, withSource } from './source-places.js';
import { notArmed, type UnjudgedRule } from './unjudged-rules.js';
import { ValueWatch } from './value-watch.js';

/** A program's result over all its variants and scenes. */
export interface ProgramVerdict {
  readonly id: string;
  readonly gfx: Gfx;
  readonly file: string;
  /** `unsupported`: `reason` tells why the program cannot be judged. */
  readonly verdict: 'pass' | 'fail' | 'unsupported';
  readonly reason?: string;
  readonly assumed: readonly string[];
  /** Each argument's location and the driver's value for it: `s4 width = pc+8`. */
  readonly arguments: readonly string[];
  /** Registers that the program reads and nothing loads, in sentences. */
  readonly unloaded: readonly string[];
  /** Each rule once per place in the program, causes before consequences; from the earliest variant and scene. */
  readonly violations: readonly CheckViolation[];
  /** Rules without data in some scene, and rules never armed in any scene. */
  readonly unchecked: readonly UnjudgedRule[];
  readonly notArmed: readonly UnjudgedRule[];
  readonly runs: number;
  readonly value: PassValue;
  /** For a program that was run and could be judged. */
  readonly cost?: InterlockCost;
  /** Weaknesses of a pass; empty for other verdicts. */
  readonly hollow: readonly Hollow[];
  /** For a text with expectations; `verdict` then tells whether the findings match them. */
  readonly expected?: ExpectationResult;
}

/** Runs one program on fresh scenes and judges it; the same plan gives the same verdict everywhere. */
export function checkProgram(subject: CheckSubject, plan: CheckPlan, corpus: Corpus): ProgramVerdict {
  const findings = new Findings();
  const reason = unsupportedWords(subject.record) ?? judgeable(() => runAll(subject, plan, corpus, findings));
  return verdictOf(subject, findings, reason, plan.strict);
}

/** The runs' reason, or why no world can be made for a record. */
function judgeable(runs: () => string | undefined): string | undefined {
  try {
    return runs();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** The verdict of an unjudgeable program whose worker was lost. */
export function unjudged(subject: CheckSubject, reason: string): ProgramVerdict {
  return verdictOf(subject, new Findings(), reason);
}

function verdictOf(
  subject: CheckSubject,
  findings: Findings,
  reason: string | undefined,
  strict = false,
): ProgramVerdict {
  const { id, gfx, file, record, assumed } = subject;
  const found = causesFirst(inOrder([...findings.violations.values()])).map((each) =>
    located(each, subject.source ?? {}),
  );
  const expected = expectedOf(subject, reason, found);
  const hasErrors = found.some(({ violation }) => violation.severity === 'error');
  const failed =
    expected === undefined ? hasErrors : expected.missing.length + expected.unexpected.length > 0;
  const value = findings.worth.value();
  const { sharedPc } = findings.worth;
  const hollow =
    failed || hasErrors || reason !== undefined ? [] : hollowsOf(value, unloadedScalars(record), sharedPc);
  const isFailure = failed || (strict && hollow.length > 0);
  const passed = reason === undefined ? ('pass' as const) : ('unsupported' as const);
  const cost = reason === undefined ? findings.worth.cost() : undefined;
  const unchecked = [...findings.unchecked].map(([rule, missing]) => ({
    rule,
    reason: `missing: ${missing}`,
  }));
  return {
    id,
    gfx,
    file,
    verdict: isFailure ? 'fail' : passed,
    ...(reason === undefined || isFailure ? {} : { reason }),
    assumed,
    arguments: argumentTexts(record),
    unloaded: unloadedRegisters(record),
    violations: found,
    unchecked,
    notArmed: findings.worth.runs === 0 ? [] : notArmed(gfx, value.armed, unchecked),
    runs: findings.worth.runs,
    value,
    ...(cost === undefined ? {} : { cost }),
    hollow: hollow.map((each) => ({ ...each, text: placedIn(each.text, subject.source ?? {}) })),
    ...(expected === undefined ? {} : { expected }),
  };
}

/** A violation in terms of the user's text. */
function located(found: CheckViolation, source: ProgramSource): CheckViolation {
  const line = lineOf(source, found.violation.place.pc);
  const violation = withSource(found.violation, source);
  return { ...found, violation, ...(line === undefined ? {} : { line }) };
}

/** The text's expectations compared with the findings; empty for a program that could not be judged. */
function expectedOf(
  { expectation }: CheckSubject,
  reason: string | undefined,
  found: readonly CheckViolation[],
): ExpectationResult | undefined {
  if (expectation === undefined || reason !== undefined) return undefined;
  return holdExpectation(
    expectation,
    found.map(({ violation }) => violation),
  );
}

/** By variant and scene; within a scene, in its verdict's order. */
function inOrder(found: readonly CheckViolation[]): readonly CheckViolation[] {
  return found.toSorted((a, b) => a.variant - b.variant || a.scene - b.scene);
}

/** Findings so far from one program's runs. */
class Findings {
  readonly violations = new Map<string, CheckViolation>();
  /** Missing data. */
  readonly unchecked = new Map<RuleId, string>();
  readonly worth = new ValueWatch();

  add(violation: Violation, variant: number, scene: number): void {
    const key = `${violation.rule} ${violation.severity} ${violation.unit} ${violation.place.pc ?? ''}`;
    const known = this.violations.get(key);
    const isEarlier =
      known === undefined || variant < known.variant || (variant === known.variant && scene < known.scene);
    if (isEarlier) this.violations.set(key, { violation, variant, scene });
  }
}

/**
 * Runs every variant on every scene, up to one that hangs or does not end, since the rest would do the same; returns
 * the reason if one cannot be judged.
 */
function runAll(
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
  findings: Findings,
): string | undefined {
  let reason: string | undefined;
  for (const run of runsOf(subject, plan, corpus)) {
    const { why, isLast } = runOne(run, findings);
    const { variant, scene } = run;
    const samples = subject.record.variants[variant]!.samples;
    if (why !== undefined) reason ??= `${why} (variant ${variant} with ${samples} samples, scene ${scene})`;
    if (isLast) break;
  }
  return reason;
}

/** Why a run could not be judged, and whether further runs are pointless. */
interface RunEnd {
  readonly why?: string | undefined;
  readonly isLast: boolean;
}

function runOne({ scenario, plain, variant, scene }: CheckedRun, findings: Findings): RunEnd {
  try {
    const run = (of: Scenario) => runInWorld(of, findings.worth.watch(of));
    let result = run(scenario);
    // Unrealistic values may lead a program astray: endless loops, addresses without memory.
    const isAstray = result.gap !== undefined || result.hung || result.inconclusive !== undefined;
    if (isAstray && plain !== undefined) {
      findings.worth.forget();
      result = run(plain());
    }
    const { verdict, finding, violations, gap, hung, inconclusive } = result;
    findings.worth.judged(verdict, variant, scene);
    for (const violation of violations) findings.add(violation, variant, scene);
    if (gap !== undefined) return { why: gap, isLast: false };
    for (const { rule, missing } of finding?.rule === UNCHECKED ? verdict.unchecked : [])
      findings.unchecked.set(rule, missing);
    return { why: inconclusive, isLast: hung || inconclusive !== undefined };
  } catch (error) {
    if (error instanceof UnsupportedOperation) return { why: error.message, isLast: false };
    throw error;
  }
}

/** The program's first instruction that the model knows only by name. */
function unsupportedWords({ chip, wave, instructions, epilog }: CorpusRecord): string | undefined {
  const set = instructionSetOf(chipOf(chip as ChipName));
  for (const part of [instructions, epilog?.instructions ?? []]) {
    const words = part.flatMap((each) => each.words.map((word) => Number.parseInt(word, 16)));
    const unknown = decodeOnce(words, set, wave).instructions.find(
      ({ kind, reason }) => kind === 'illegal' && reason?.startsWith('unsupported') === true,
    );
    if (unknown !== undefined) return `${unknown.reason} at pc 0x${unknown.pc.toString(16)}`;
  }
  return undefined;
}
