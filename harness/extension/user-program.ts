import { createProgramGenerator, type ProgramDefinition, type SuiteSequence } from '../../stimulus/index.js';
import { UsageError } from '../../transactions/index.js';
import {
  completeExternalProgram,
  type ExternalCode,
  type StateWithSource,
} from '../programs/external-programs.js';
import { readTextCode } from '../programs/text-code.js';
import { readDirectives } from '../programs/text-directives.js';

/**
 * Creates the sequence that runs a program from the given file. Throws `UsageError` if the program cannot run on one of
 * its chips.
 */
export function makeProgramSequence(program: ProgramDefinition, file: string): SuiteSequence {
  const { name, text, chips, state = {} } = program;
  const source = `program ${name} in ${file}`;
  const textState = program.assembly === undefined ? {} : readDirectives(program.assembly, source).state;
  const programs = new Map(
    chips.map((chip) => {
      const programState: StateWithSource = { document: { ...textState, ...state, chip }, source };
      const { record } = completeExternalProgram(
        readCode(program, programState),
        programState,
      )(programState.document.samples ?? 1);
      return [chip, record];
    }),
  );
  return { name, ...(text === undefined ? {} : { text }), chips, scenario: createProgramGenerator(programs) };
}

function readCode(
  { assembly, words = [], name }: ProgramDefinition,
  programState: StateWithSource,
): ExternalCode {
  if (assembly === undefined)
    return { name, words, registers: {}, fields: {}, wave: undefined, scratchBytes: 0 };
  const codes = readTextCode(assembly, programState.source, programState);
  if (codes.length > 1)
    throw new UsageError(
      `Invalid ${programState.source}: the assembly contains ${codes.length} programs; expected one`,
    );
  return { ...codes[0]!, name };
}
