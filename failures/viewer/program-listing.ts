import {
  chipOf,
  decodeProgram,
  getInstructionSet,
  type Instruction,
  printInstruction,
} from '../../arch/index.js';
import type { Program, Scenario } from '../../transactions/index.js';

/** A line of a program listing. */
interface ListedInstruction {
  readonly pc: number;
  readonly text: string;
  /** The label, if a branch targets this instruction. */
  readonly label?: string;
}

/** A program listing, in address order. */
export interface ProgramListing {
  readonly name: string;
  readonly lines: readonly ListedInstruction[];
}

/** Disassembles a scenario's programs, in their order in the scenario. */
export function listPrograms(scenario: Scenario): ProgramListing[] {
  return scenario.programs.map((program) => listProgram(program, scenario));
}

function listProgram({ name, words, epilog }: Program, { chip, wave }: Scenario): ProgramListing {
  const set = getInstructionSet(chipOf(chip));
  const { instructions } = decodeProgram(words, set, wave, epilog);
  const targets = new Set(instructions.flatMap(({ target }) => (target >= 0 ? [target] : [])));
  const lines = instructions
    .filter((instruction) => instruction.words.length > 0)
    .map((instruction) => ({
      pc: instruction.pc,
      text: withTargetLabel(instruction, instructions, printInstruction(instruction, set, wave)),
      ...(targets.has(instruction.index) ? { label: formatTargetLabel(instruction) } : {}),
    }));
  return { name, lines };
}

/** Appends the target's label to a branch's text. */
function withTargetLabel({ target }: Instruction, listing: readonly Instruction[], text: string): string {
  return target < 0 ? text : `${text} -> ${formatTargetLabel(listing[target]!)}`;
}

function formatTargetLabel({ pc }: Instruction): string {
  return `at_${pc.toString(16)}`;
}
