import {
  chipOf,
  type DecodedProgram,
  decodeCached,
  getInstructionSet,
  printInstruction,
} from '../../arch/index.js';
import type { Corpus } from '../../stimulus/index.js';
import type { Scenario } from '../../transactions/index.js';
import { findSource, type ProgramVerdict } from './check-program.js';
import { type CheckPlan, planRuns } from './check-runs.js';
import type { CheckSubject } from './check-subjects.js';
import { findLine, type ProgramSource } from './source-locations.js';

/** Number of instructions to list before and after a finding's. */
const CONTEXT = 4;

/** Adds to each finding at an instruction the instructions around it. */
export function addListings(
  verdict: ProgramVerdict,
  subject: CheckSubject,
  plan: CheckPlan,
  corpus: Corpus,
): ProgramVerdict {
  const scenarios = new Map<number, Scenario>();
  const getScenario = (variant: number, scene: number): Scenario => {
    const scenario =
      scenarios.get(variant) ?? planRuns(subject, { ...plan, only: { variant, scene } }, corpus)[0]!.scenario;
    scenarios.set(variant, scenario);
    return scenario;
  };
  return {
    ...verdict,
    violations: verdict.violations.map((found) => {
      const { pc, draw = 0 } = found.violation.place;
      if (pc === undefined) return found;
      const { programs, draws, chip, wave } = getScenario(found.variant, found.scene);
      const { words, epilog } = programs[draws[draw]?.program ?? 0]!;
      const program = decodeCached(words, getInstructionSet(chipOf(chip)), wave, epilog);
      return { ...found, listing: listAround(pc, program, findSource(subject, found.violation)) };
    }),
  };
}

/**
 * Lists the instructions around a byte offset, one line each: `>` marks the one at the offset. If the source's text is
 * known, the line that instructions come from is above them, with its number.
 */
export function listAround(pc: number, program: DecodedProgram, source: ProgramSource): readonly string[] {
  const { instructions, set, wave } = program;
  const at = instructions.findIndex((instruction) => instruction.pc === pc);
  if (at < 0) return [];
  let shown: number | undefined;
  return instructions.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).flatMap((instruction) => {
    const line = findLine(source, instruction.pc);
    const above = source.text === undefined || line === undefined || line === shown ? [] : [line];
    shown = line;
    const label = source.labels?.[instruction.pc];
    const notes = [
      ...(line === undefined || source.text !== undefined ? [] : [`line ${line}`]),
      ...(label === undefined ? [] : [label]),
    ];
    const mark = instruction.pc === pc ? '>' : ' ';
    const text = printInstruction(instruction, set, wave);
    return [
      ...above.map((number) => `  line ${number}: ${source.text![number - 1]?.trim() ?? ''}`),
      `${mark}   0x${instruction.pc.toString(16).padEnd(5)} ${text}${notes.length === 0 ? '' : `  ; ${notes.join(', ')}`}`,
    ];
  });
}
