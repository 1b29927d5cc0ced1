import { type ChipName, chipOf, decodeOnce, type Gfx, instructionSetOf } from '../../arch/index.js';
import { causesFirst } from '../../harness/records/index.js';
import type { Corpus, CorpusRecord } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { type CheckPlan, inOrder, runsOf } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import type { CheckViolation } from './check-violation.js';
import { compareExpectation, type ExpectationResult } from './expectations.js';
import { Findings } from './findings.js';
import { type ExaminedProgram, examinedIn, type InterlockCost, interlockCost } from './interlock-cost.js';
import { lateAccess, type PassValue, type PassWeakness, weaknessesOf } from './pass-value.js';
import { argumentTexts, unloadedRegisters, unloadedScalars } from './register-places.js';
import { type RunReport, type RunReports, reportsOf } from './run-report.js';
import { lineOf, type ProgramSource, placedIn, withSource } from './source-places.js';
import { notArmed, type UnjudgedRule } from './unjudged-rules.js';

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
  /** Sentences about registers that the program reads but nothing loads. */
  readonly unloaded: readonly string[];
  /** Each rule once per place in the program, causes before consequences; from the earliest variant and scene. */
  readonly violations: readonly CheckViolation[];
  /** Rules without data in some scene, and rules armed in no scene. */
  readonly unchecked: readonly UnjudgedRule[];
  readonly notArmed: readonly UnjudgedRule[];
  readonly runs: number;
  readonly value: PassValue;
  /** Only if the program was run and could be judged. */
  readonly cost?: InterlockCost;
  /** Whether it was compiled from the given source. */
  readonly isCompiled: boolean;
  /** Weaknesses of a pass; for other verdicts, only those found in the source. */
  readonly weaknesses: readonly PassWeakness[];
  /** For a program with expectations; `verdict` is then whether the findings match them. */
  readonly expected?: ExpectationResult;
}

/** Runs one program on fresh scenes and judges it; equal plans give equal verdicts on every machine. */
export function checkProgram(subject: CheckSubject, plan: CheckPlan, corpus: Corpus): ProgramVerdict {
  return verdictOfRuns([runProgram(subject, plan, corpus)], subject, plan, corpus);
}

/**
 * A program's runs on the scenes of a plan or a part of one; no runs if the model knows some instruction only by
 * name.
 */
export function runProgram(subject: CheckSubject, plan: CheckPlan, corpus: Corpus): RunReports {
  return unsupportedReason(subject.record) === undefined ? reportsOf(subject, plan, corpus) : { reports: [] };
}

/** The verdict on a program after all parts of its plan have run. */
export function verdictOfRuns(
  parts: readonly RunReports[],
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): ProgramVerdict {
  const refused = parts.find((part) => 'refusal' in part);
  const reports = refused === undefined ? mergeInOrder(parts) : [];
  const findings = new Findings(reports);
  const reason =
    unsupportedReason(subject.record) ?? refused?.refusal ?? whyUnjudged(reports, subject.record);
  const scenarioOf = (run: RunReport): Scenario => regeneratedScenario(run, subject, plan, corpus);
  const program = reports[0] && examinedIn(scenarioOf(reports[0]));
  const cost =
    program && reason === undefined ? interlockCost(program, findings.clocked, scenarioOf) : undefined;
  return verdictOf(subject, findings, { reason, strict: plan.strict, program, cost });
}

/** The runs of all parts in order, as in a single thread: up to the first that makes further runs pointless. */
function mergeInOrder(parts: readonly RunReports[]): readonly RunReport[] {
  const all = parts.flatMap((part) => ('reports' in part ? part.reports : [])).sort(inOrder);
  const last = all.findIndex(({ isLast }) => isLast);
  return last < 0 ? all : all.slice(0, last + 1);
}

/** Why the first unjudgeable run could not be judged; undefined if all were. */
function whyUnjudged(reports: readonly RunReport[], { variants }: CorpusRecord): string | undefined {
  const first = reports.find(({ why }) => why !== undefined);
  if (first === undefined) return undefined;
  const { why, variant, scene } = first;
  return `${why} (variant ${variant} with ${variants[variant]!.samples} samples, scene ${scene})`;
}

function regeneratedScenario(
  { variant, scene, isPlain }: RunReport,
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): Scenario {
  const [run] = runsOf(subject, { ...plan, only: { variant, scene } }, corpus);
  return isPlain ? run!.plain!() : run!.scenario;
}

/** The verdict of an unjudgeable program whose worker was lost. */
export function unjudged(subject: CheckSubject, reason: string): ProgramVerdict {
  return verdictOf(subject, new Findings([]), { reason });
}

/** Further inputs of a verdict. */
interface VerdictInputs {
  /** Why the program cannot be judged. */
  readonly reason?: string | undefined;
  /** Whether a pass without value is a failure. */
  readonly strict?: boolean | undefined;
  /** Absent if nothing ran. */
  readonly program?: ExaminedProgram | undefined;
  readonly cost?: InterlockCost | undefined;
}

function verdictOf(
  subject: CheckSubject,
  findings: Findings,
  { reason, strict = false, program, cost }: VerdictInputs,
): ProgramVerdict {
  const { id, gfx, file, record, assumed } = subject;
  const found = causesFirst(findings.byScene()).map((each) => withLocation(each, subject.source ?? {}));
  const expected = expectedOf(subject, reason, found);
  const hasErrors = found.some(({ violation }) => violation.severity === 'error');
  const failed =
    expected === undefined ? hasErrors : expected.missing.length + expected.unexpected.length > 0;
  const { runs, sharedPc } = findings;
  const value = findings.value(program?.decoded);
  const late = reason === undefined ? (subject.late ?? []).map(lateAccess) : [];
  const mayBeWeak = !failed && !hasErrors && reason === undefined;
  const weaknesses = [...late, ...(mayBeWeak ? weaknessesOf(value, unloadedScalars(record), sharedPc) : [])];
  const isFailure = failed || (strict && weaknesses.length > 0);
  const verdictWithoutFailure = reason === undefined ? ('pass' as const) : ('unsupported' as const);
  const unchecked = [...findings.unchecked].map(([rule, missing]) => ({
    rule,
    reason: `missing: ${missing}`,
  }));
  return {
    id,
    gfx,
    file,
    verdict: isFailure ? 'fail' : verdictWithoutFailure,
    ...(reason === undefined || isFailure ? {} : { reason }),
    assumed,
    arguments: argumentTexts(record),
    unloaded: unloadedRegisters(record),
    violations: found,
    unchecked,
    notArmed: runs === 0 ? [] : notArmed(gfx, value.armed, unchecked),
    runs,
    value,
    ...(cost === undefined ? {} : { cost }),
    isCompiled: subject.source?.isCompiled === true,
    weaknesses: weaknesses.map((each) => ({ ...each, text: placedIn(each.text, subject.source ?? {}) })),
    ...(expected === undefined ? {} : { expected }),
  };
}

/** A violation with locations in the user's text. */
function withLocation(found: CheckViolation, source: ProgramSource): CheckViolation {
  const line = lineOf(source, found.violation.place.pc);
  const violation = withSource(found.violation, source);
  return { ...found, violation, ...(line === undefined ? {} : { line }) };
}

/** The text's expectations compared with the findings; undefined without any, or if the program could not be judged. */
function expectedOf(
  { expectation }: CheckSubject,
  reason: string | undefined,
  found: readonly CheckViolation[],
): ExpectationResult | undefined {
  if (expectation === undefined || reason !== undefined) return undefined;
  return compareExpectation(
    expectation,
    found.map(({ violation }) => violation),
  );
}

/**
 * Why the model cannot run the program: its first instruction known only by name, and where; undefined if there is
 * none.
 */
function unsupportedReason({ chip, wave, instructions, epilog }: CorpusRecord): string | undefined {
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
