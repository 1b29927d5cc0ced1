import {
  type ChipName,
  chipOf,
  type DecodedProgram,
  decodeCached,
  type Gfx,
  getInstructionSet,
  groupBy,
  present,
} from '../../arch/index.js';
import { getUnarmedReason, RULES } from '../../checkers/index.js';
import { findRelevantChoices } from '../../harness/one-test/index.js';
import { findKnownIssue, type KnownIssue, sortCausesFirst } from '../../harness/records/index.js';
import { type Corpus, type CorpusRecord, FIRST_REACHING_SCENE } from '../../stimulus/index.js';
import {
  type ByRule,
  getFailureSignature,
  isStaticFinding,
  type Scenario,
  type Violation,
} from '../../transactions/index.js';
import { type CheckPlan, planRuns } from './check-runs.js';
import type { CheckDocument, PassEvidence, PassWeakness, UnjudgedRule } from './check-schema.js';
import type { CheckSubject } from './check-subjects.js';
import { MAX_SHOWN_VIOLATIONS } from './evidence-text.js';
import { type CheckViolation, compareExpectation, type ExpectationResult, Findings } from './findings.js';
import { explainVacuity, findWeaknesses, isVacuous, makeProtocolWarning } from './pass-evidence.js';
import { findDeadEnd } from './path-coverage.js';
import { describeArguments, describeUnloadedRegisters, findUnloadedScalars } from './register-locations.js';
import { decodeScenarioProgram, type RunReport, type RunReports, runScenes } from './run-report.js';
import { addLocations, addSource, findLine, type ProgramSource } from './source-locations.js';

/** Lists a generation's rules that no run armed, except those that could not be checked. */
function listUnarmedRules(
  gfx: Gfx,
  armed: Readonly<ByRule<number>>,
  unchecked: readonly UnjudgedRule[],
): readonly UnjudgedRule[] {
  return RULES.filter(({ generations }) => generations.includes(gfx))
    .filter(({ id }) => !((armed[id] ?? 0) > 0) && unchecked.every(({ rule }) => rule !== id))
    .map((rule) => ({ rule: rule.id, reason: getUnarmedReason(rule) }));
}

/** The result for a program, across all its variants and scenes. If `unsupported`, `reason` says why. */
export interface ProgramVerdict
  extends Omit<CheckDocument['programs'][number], 'gfx' | 'violations' | 'warnings' | 'expected'> {
  readonly gfx: Gfx;
  /** One per rule and program location, from the earliest variant and scene, causes before consequences. */
  readonly violations: readonly CheckViolation[];
  /** Weaknesses of a pass. For other verdicts, only those found in the source. */
  readonly weaknesses: readonly PassWeakness[];
  /** How long the check took; absent in a worker. */
  readonly seconds?: number;
  /** Present if the program has expectations. The verdict then depends on whether the findings match them. */
  readonly expected?: ExpectationResult;
}

/**
 * Runs one program on random scenes and judges it. Runs nothing if the model knows an instruction only by name. The same
 * plan gives the same verdict on every machine.
 */
export function checkProgram(subject: CheckSubject, plan: CheckPlan, corpus: Corpus): ProgramVerdict {
  const unsupported = findUnsupportedReason(subject);
  const { reports: planned, rejection }: RunReports =
    unsupported === undefined ? runScenes(subject, plan, corpus) : { reports: [] };
  const further = planned.length === 0 ? [] : runFurtherScenes(planned, subject, plan, corpus);
  const reports = [...planned, ...further];
  const findings = new Findings(reports, subject.draws !== undefined);
  const reason = unsupported ?? rejection ?? findUnjudgedReason(reports, subject.record);
  const program = reports[0] && decodeScenarioProgram(regenerate(reports[0], subject, plan, corpus));
  return buildVerdict(subject, findings, { reason, ...plan, program });
}

/** The maximum number of scenes to add for a program whose planned scenes compared nothing. */
const MAX_FURTHER_SCENES = 8;

/** Runs scenes beyond the plan, until one compares an access of overlapping sections or finds an error. */
function runFurtherScenes(
  planned: readonly RunReport[],
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): readonly RunReport[] {
  const further: RunReport[] = [];
  for (let i = 0; i < MAX_FURTHER_SCENES; i++) {
    const all = [...planned, ...further];
    const findings = new Findings(all);
    if (plan.only !== undefined || all.some(({ isLast, reason }) => isLast || reason !== undefined)) break;
    if (findings.hasErrors || !isVacuous(subject.record, findings.getEvidence(undefined))) break;
    const only = { variant: 0, scene: FIRST_REACHING_SCENE + i };
    const { reports, rejection } = runScenes(subject, { ...plan, only }, corpus);
    if (rejection !== undefined) break;
    further.push(...reports);
  }
  return further;
}

/** Returns the reason that the first unjudged run could not be judged, or undefined if all were judged. */
function findUnjudgedReason(reports: readonly RunReport[], { variants }: CorpusRecord): string | undefined {
  const first = reports.find(({ reason }) => reason !== undefined);
  if (first === undefined) return undefined;
  const { reason, variant, scene } = first;
  return `${reason} (variant ${variant} with ${variants[variant]!.samples} samples, scene ${scene})`;
}

function regenerate(
  { variant, scene, isFallback }: RunReport,
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): Scenario {
  const [run] = planRuns(subject, { ...plan, only: { variant, scene } }, corpus);
  return isFallback ? run!.makeFallback!() : run!.scenario;
}

/** Returns the verdict on a program that cannot be judged because its worker was lost. */
export function makeUnjudgedVerdict(subject: CheckSubject, reason: string): ProgramVerdict {
  return buildVerdict(subject, new Findings([]), { reason });
}

interface VerdictInputs {
  readonly reason?: string | undefined;
  /** Whether a pass with weaknesses or warnings counts as a failure. */
  readonly strict?: boolean | undefined;
  readonly knownIssues?: readonly KnownIssue[] | undefined;
  readonly program?: DecodedProgram | undefined;
}

function buildVerdict(
  subject: CheckSubject,
  findings: Findings,
  { reason, strict = false, knownIssues = [], program }: VerdictInputs,
): ProgramVerdict {
  const { id, gfx, file, record, assumed, protocol = [] } = subject;
  const allViolations = sortCausesFirst(findings.listByScene()).map((found) =>
    withKnownIssue(withLocation(found, findSource(subject, found.violation)), subject, knownIssues),
  );
  // What a source expects must fire, known or not.
  const judged = allViolations.filter(
    ({ known }) => known === undefined || subject.expectation !== undefined,
  );
  const expected = checkExpectation(subject, reason, allViolations);
  const excuse = (name: string): KnownIssue | undefined =>
    findKnownIssue(knownIssues, { rule: name, signature: `${name} program ${gfx} ${id}` });
  const hasErrors =
    judged.some(({ violation }) => violation.severity === 'error') ||
    (reason === undefined && protocol.some(({ isError, name }) => isError && excuse(name) === undefined));
  const failed =
    expected === undefined ? hasErrors : expected.missing.length + expected.unexpected.length > 0;
  const { runCount } = findings;
  const value = findings.getEvidence(program);
  const isClean = !hasErrors && allViolations.every(({ violation }) => violation.severity !== 'error');
  const mayBeWeak = !failed && isClean && reason === undefined;
  const weaknesses = [
    ...(reason === undefined ? protocol.map(makeProtocolWarning) : []),
    ...(mayBeWeak ? listWeaknesses(subject, findings, value, program) : []),
  ].map((weakness) => ({ ...weakness, ...present({ known: excuse(weakness.name) }) }));
  const { warnings: expectedWarnings = [], allowed = [] } = subject.expectation ?? {};
  const hasWarnings = judged.some(
    ({ violation: { rule, severity } }) =>
      severity === 'warning' && ![...expectedWarnings, ...allowed].includes(rule),
  );
  const isWeak = hasWarnings || weaknesses.some(({ known }) => known === undefined);
  const hasFailed = failed || (strict && reason === undefined && isWeak);
  const vacuity = mayBeWeak ? findVacuity(subject, value) : undefined;
  const otherVerdict = reason !== undefined ? 'unsupported' : vacuity === undefined ? 'pass' : 'vacuous';
  const unchecked = [...findings.unchecked].map(([rule, what]) => ({ rule, reason: `missing: ${what}` }));
  return {
    id,
    file,
    gfx,
    verdict: hasFailed ? 'fail' : otherVerdict,
    ...(hasFailed || (reason ?? vacuity) === undefined ? {} : { reason: (reason ?? vacuity)! }),
    assumed,
    arguments: describeArguments(record),
    unloaded: describeUnloadedRegisters(record),
    violations: allViolations,
    runs: runCount,
    unchecked,
    notArmed: runCount === 0 ? [] : listUnarmedRules(gfx, value.armed, unchecked),
    value,
    weaknesses,
    ...(expected === undefined ? {} : { expected }),
  };
}

/** Returns the weaknesses of a pass, with their places in the program's source. */
function listWeaknesses(
  { record, source = {} }: CheckSubject,
  { sharedPc }: Findings,
  value: PassEvidence,
  program: DecodedProgram | undefined,
): readonly PassWeakness[] {
  const unloaded = source.isCompiled === true ? [] : findUnloadedScalars(record);
  const deadPc = program && findDeadEnd(program, value.paths?.notRun ?? []);
  return findWeaknesses(value, unloaded, sharedPc, deadPc).map((weakness) => ({
    ...weakness,
    text: addLocations(weakness.text, source),
  }));
}

/** Returns why a program that passes was not compared with anything, or undefined if it was. */
function findVacuity({ draws, record, source }: CheckSubject, value: PassEvidence): string | undefined {
  if (draws !== undefined && !((value.armed['ORD-15'] ?? 0) > 0))
    return 'no two draws accessed the same memory, so nothing between them was judged';
  return isVacuous(record, value) ? addLocations(explainVacuity(record, value), source ?? {}) : undefined;
}

/** Returns the source of the program that a finding is about. */
export function findSource({ source = {}, draws }: CheckSubject, { place }: Violation): ProgramSource {
  return draws?.[place.draw ?? -1]?.source ?? source;
}

function withLocation(found: CheckViolation, source: ProgramSource): CheckViolation {
  const line = findLine(source, found.violation.place.pc);
  return { ...found, violation: addSource(found.violation, source), ...present({ line }) };
}

/** Adds the finding's signature and, if an issue excuses it, the issue. */
function withKnownIssue(
  found: CheckViolation,
  { gfx, id }: CheckSubject,
  issues: readonly KnownIssue[],
): CheckViolation {
  const { rule } = found.violation;
  const signature = getFailureSignature(found.violation, gfx, id);
  return { ...found, signature, ...present({ known: findKnownIssue(issues, { rule, signature }) }) };
}

/**
 * Compares the program's expectation with its findings. Returns undefined if there is no expectation or the program
 * could not be judged.
 */
function checkExpectation(
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
 * Returns why the model cannot run a program: the first instruction known only by name, and its location. Returns
 * undefined if it can.
 */
function findUnsupportedReason({ record, draws = [] }: CheckSubject): string | undefined {
  return [record, ...draws.map((draw) => draw.record)].map(findUnknownInstruction).find(Boolean);
}

function findUnknownInstruction({ chip, wave, instructions, epilog }: CorpusRecord): string | undefined {
  const set = getInstructionSet(chipOf(chip as ChipName));
  for (const code of [instructions, epilog?.instructions ?? []]) {
    const words = code.flatMap((instruction) => instruction.words.map((word) => Number.parseInt(word, 16)));
    const unknown = decodeCached(words, set, wave).instructions.find(
      ({ kind, reason }) => kind === 'illegal' && reason?.startsWith('unsupported') === true,
    );
    if (unknown !== undefined) return `${unknown.reason} (at pc 0x${unknown.pc.toString(16)})`;
  }
  return undefined;
}

/** Instruction budget per scene, so that explaining a failure takes only seconds. */
const MAX_INSTRUCTIONS = 1_500_000;

/**
 * Annotates each error of a failed program with the hardware unknowns it depends on in its scene. Skips errors that
 * `check` does not show, because each search takes longer than the check itself.
 */
export function addChoices(
  verdict: ProgramVerdict,
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): ProgramVerdict {
  // A program with expectations is a test: it fails because of a mismatch, not because of a finding.
  if (verdict.verdict !== 'fail' || subject.expectation !== undefined) return verdict;
  // A finding about the code does not depend on hardware choices.
  const explained = verdict.violations
    .slice(0, MAX_SHOWN_VIOLATIONS)
    .filter(({ violation }) => violation.severity === 'error' && !isStaticFinding(violation));
  const dependsOn = new Map<CheckViolation, CheckViolation['dependsOn']>();
  for (const found of groupBy(explained, ({ variant, scene }) => `${variant} ${scene}`).values()) {
    const [run] = planRuns(subject, { ...plan, only: found[0]! }, corpus);
    const rules = new Set(found.map(({ violation }) => violation.rule));
    const choices = run && findRelevantChoices(run.scenario, { rules, instructions: MAX_INSTRUCTIONS });
    for (const one of found) dependsOn.set(one, choices?.get(one.violation.rule) ?? []);
  }
  const violations = verdict.violations.map((found) => ({
    ...found,
    ...present({ dependsOn: dependsOn.get(found) }),
  }));
  return { ...verdict, violations };
}
