import {
  assembleProgram,
  chipOf,
  decodeProgram,
  getInstructionSet,
  ParseError,
  printInstruction,
} from '../../../arch/index.js';
import { findRule } from '../../../checkers/index.js';
import { formatReplay } from '../../../failures/text/index.js';
import { packRun, renderViewerPage } from '../../../failures/viewer/index.js';
import { generateTest, replayScenario, TraceLines } from '../../../harness/one-test/index.js';
import { readOverrides } from '../../../harness/options/index.js';
import { type Finding, sortForExplanation } from '../../../harness/records/index.js';
import {
  findSequence,
  formatReproLine,
  parseTestName,
  requireRunnable,
  scenarioHash,
  type TestName,
} from '../../../harness/selection/index.js';
import { makeColours } from '../../../harness/text/index.js';
import { SUITES } from '../../../stimulus/index.js';
import {
  encodeScenario,
  type Program,
  parseScenario,
  type Scenario,
  scenarioToJson,
  UsageError,
  type Violation,
} from '../../../transactions/index.js';
import type { PlayContext, PlayError, PlayResult, PlayTest } from './play-test.js';

/** Number of subpixels along a pixel's edge. */
const SUBPIXELS = 256;
/** Width of the text diagram in columns. */
const TEXT_COLUMNS = 96;

/**
 * Runs and checks a test with the same functions as the command line. Returns an error for bad input; never throws.
 */
export function judge(test: PlayTest, context: PlayContext): PlayResult | PlayError {
  try {
    return runAndJudge(test, context);
  } catch (error) {
    if (error instanceof ParseError)
      return { error: error.message, ...(error.line === undefined ? {} : { programLine: error.line }) };
    if (error instanceof UsageError) return { error: error.message };
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function runAndJudge(test: PlayTest, { corpus, viewer }: PlayContext): PlayResult {
  const original = loadScenario(test, corpus);
  const scenario = applyEdits(original, test);
  const log = new TraceLines();
  const replayed = replayScenario(scenario, { trace: log.add });
  const { verdict, witness, finding } = replayed;
  const isChanged = scenario !== original || test.scenario !== undefined;
  const repro = isChanged ? undefined : createRepro(test, scenario);
  const text = formatReplay(replayed, repro ?? 'replay scenario.json', {
    width: TEXT_COLUMNS,
    unicode: true,
    colour: makeColours(false),
  });
  const [draw] = scenario.draws;
  return {
    outcome: finding === undefined ? 'pass' : finding.outcome === 'inconclusive' ? 'inconclusive' : 'fail',
    line: finding === undefined ? formatPass(verdict.violations) : formatFailure(finding, verdict.violations),
    text,
    page: renderViewerPage(
      packRun({ scenario, lines: log.entries, violations: verdict.violations, waves: witness?.waves ?? [] }),
      repro ?? '',
      viewer,
    ),
    violations: verdict.violations.map(({ rule, cycle, observed }) => ({ rule, cycle, observed })),
    program: disassemble(scenario.programs[0]!, scenario),
    triangles: extractTriangles(draw!.vertices),
    width: draw!.width,
    height: draw!.height,
    chip: scenario.chip,
    ...(repro === undefined ? {} : { repro }),
    scenario: scenarioToJson(scenario),
  };
}

function formatPass(warnings: readonly Violation[]): string {
  const rules = [...new Set(warnings.map(({ rule }) => rule))];
  return rules.length === 0 ? 'Every rule holds.' : `No error. Warnings: ${rules.join(', ')}.`;
}

/** Returns the first rule in the text output, or the failure's signature if no rule reported an error. */
function formatFailure({ signature }: Finding, violations: readonly Violation[]): string {
  const [first] = sortForExplanation(violations);
  return first?.severity === 'error' ? `${first.rule} ${findRule(first.rule)?.text ?? ''}` : signature;
}

function getOverrides({ chip, fault, set = [] }: PlayTest) {
  return readOverrides({
    chip: chip === undefined ? [] : [chip],
    fault: fault === undefined ? [] : [fault],
    set,
  });
}

function loadScenario(test: PlayTest, corpus: PlayContext['corpus']): Scenario {
  if (test.scenario !== undefined) return parseScenario(JSON.parse(test.scenario), 'the scenario');
  const { sequence: name, seed } = readName(test);
  const sequence = findSequence(name);
  const overrides = getOverrides(test);
  requireRunnable(sequence, overrides);
  return generateTest({ sequence, seed, overrides, corpus });
}

/**
 * Parses a test's name, which may come from a stranger's link. Throws `UsageError` unless it is of a built-in suite: the
 * page shows a command with it, and `replay` would run a suite file.
 */
function readName({ name }: PlayTest): TestName {
  const parsed = parseTestName(name);
  if (!Object.hasOwn(SUITES, parsed.suite))
    throw new UsageError(
      `Unknown suite "${parsed.suite}": the playground has ${Object.keys(SUITES).join(', ')}`,
    );
  return parsed;
}

function createRepro(test: PlayTest, scenario: Scenario): string {
  const hash = scenarioHash(encodeScenario(scenario));
  return formatReproLine({ ...readName(test), hash }, getOverrides(test));
}

function applyEdits(scenario: Scenario, { program, triangles }: PlayTest): Scenario {
  const edited = program === undefined ? scenario : replaceProgram(scenario, program);
  return triangles === undefined ? edited : replaceTriangles(edited, triangles);
}

function replaceProgram(scenario: Scenario, text: string): Scenario {
  const [first, ...others] = scenario.programs;
  if (text.trim() === disassemble(first!, scenario).trim()) return scenario;
  if (isGlsl(text))
    throw new UsageError(
      `This is GLSL, and the page takes assembly: save it as shader.frag, then "pops-tb check shader.frag --chip ${scenario.chip}"`,
    );
  const instructionSet = getInstructionSet(chipOf(scenario.chip));
  const words = isHex(text) ? parseHexWords(text) : assembleProgram(text, instructionSet);
  const { sections: _sections, descriptor: _descriptor, ...program } = first!;
  return { ...scenario, programs: [{ ...program, words }, ...others] };
}

/** Whether a program is GLSL source: only that has a version directive or a `main` function. */
function isGlsl(text: string): boolean {
  return /^\s*#version\b|\bvoid\s+main\s*\(/m.test(text);
}

/** Whether a program consists only of machine words. */
function isHex(text: string): boolean {
  return /^(\s*(0x)?[0-9a-fA-F]{8})+\s*$/.test(text);
}

function parseHexWords(text: string): number[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => Number.parseInt(word, 16));
}

function replaceTriangles(scenario: Scenario, triangles: readonly (readonly number[])[]): Scenario {
  const [draw, ...others] = scenario.draws;
  const { parameters, depths, vertices } = draw!;
  const count = vertices.length / 6;
  if (triangles.length === 0)
    throw new UsageError('Missing triangle: expected one or more, with six numbers each');
  const words = parameters.length / count;
  const sourceIndex = (index: number): number => index % count;
  const coordinates = triangles.flatMap((corners) => corners.map((value) => Math.round(value * SUBPIXELS)));
  if (triangles.some(({ length }) => length !== 6) || coordinates.some((value) => !Number.isFinite(value)))
    throw new UsageError('Invalid triangle: expected six numbers in pixels, such as 0,0 16,0 0,16');
  if (coordinates.join() === vertices.join()) return scenario;
  return {
    ...scenario,
    draws: [
      {
        ...draw!,
        vertices: coordinates,
        depths: triangles.map((_, index) => depths[sourceIndex(index)]!),
        parameters: triangles.flatMap((_, index) =>
          parameters.slice(sourceIndex(index) * words, (sourceIndex(index) + 1) * words),
        ),
      },
      ...others,
    ],
  };
}

function extractTriangles(vertices: readonly number[]): number[][] {
  return Array.from({ length: vertices.length / 6 }, (_, index) =>
    vertices.slice(6 * index, 6 * index + 6).map((value) => value / SUBPIXELS),
  );
}

/** Disassembles a program, with labels at branch targets. Words that are not instructions become data. */
function disassemble({ words, epilog }: Program, { chip, wave }: Scenario): string {
  const instructionSet = getInstructionSet(chipOf(chip));
  const { instructions } = decodeProgram(words, instructionSet, wave, epilog);
  const listing = instructions.filter(({ pc, words: code }) => code.length > 0 && pc < 4 * words.length);
  const targets = new Set(listing.flatMap(({ target }) => (target >= 0 ? [target] : [])));
  const getLabel = (pc: number): string => `at_${pc.toString(16)}`;
  return listing
    .map((instruction) => {
      const { pc, index, target } = instruction;
      const text = printInstruction(instruction, instructionSet, wave);
      const branchTarget = instructions[target];
      const line = branchTarget === undefined ? text : text.replace(/\S+$/, getLabel(branchTarget.pc));
      return `${targets.has(index) ? `${getLabel(pc)}:\n` : ''}  ${line}`;
    })
    .join('\n');
}
