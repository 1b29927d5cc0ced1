import type { Command } from 'commander';
import { assembleLines, ParseError } from '../../arch/index.js';
import { EXIT, type FinishCommand, printJson, printResult } from '../../harness/terminal/index.js';
import { UsageError } from '../../transactions/index.js';
import { addIsaOptions, formatMachineWord, getWaveSize, type IsaValues, readStdin } from './isa-options.js';

const NOTES = `
Reads LLVM syntax from stdin, one instruction per line; labels are "name:", comments start with ; or //. Prints the words
of one instruction per line and its pc as a comment, in the format that disasm reads.

Examples:
  pops-tb asm --gfx gfx10.3 < program.s
  echo 's_endpgm' | pops-tb asm --gfx gfx11 --wave 32 --json
`;

export function define(command: Command, finish: FinishCommand): void {
  addIsaOptions(command)
    .addHelpText('after', NOTES)
    .action(async (values: IsaValues) => {
      const wave = getWaveSize(values);
      const lines = assemble(await readStdin(), values, wave);
      const words = lines.map((line) => line.words.map(formatMachineWord));
      let pc = 0;
      const listing = words.map((instruction) => {
        pc += 4 * instruction.length;
        return `${instruction.join(' ')}  ; 0x${(pc - 4 * instruction.length).toString(16)}`;
      });
      if (values.json === true) printJson({ words });
      else if (words.length > 0) printResult(listing.join('\n'));
      finish(EXIT.OK);
    });
}

function assemble(source: string, { gfx }: IsaValues, wave: ReturnType<typeof getWaveSize>) {
  try {
    return assembleLines(source, gfx, wave);
  } catch (error) {
    if (error instanceof ParseError) throw new UsageError(error.message);
    throw error;
  }
}
