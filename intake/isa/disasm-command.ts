import type { Command } from 'commander';
import { disassembleWords } from '../../arch/index.js';
import { EXIT, type FinishCommand, printJson, printResult } from '../../harness/terminal/index.js';
import { UsageError } from '../../transactions/index.js';
import { addIsaOptions, formatMachineWord, getWaveSize, type IsaValues, readStdin } from './isa-options.js';

const NOTES = `
Reads one instruction per line from stdin: its words as 0x…, separated by spaces. Prints each in LLVM's syntax and its pc as a comment; branch
targets are left as immediates.

Examples:
  pops-tb disasm --gfx gfx10 < words.txt
  pops-tb asm --gfx gfx11 < program.s | pops-tb disasm --gfx gfx11 --wave 32 --json
`;

interface ListedInstruction {
  /** Byte offset from the first instruction. */
  readonly pc: number;
  readonly words: readonly string[];
  readonly text: string;
}

export function define(command: Command, finish: FinishCommand): void {
  addIsaOptions(command)
    .addHelpText('after', NOTES)
    .action(async (values: IsaValues) => {
      getWaveSize(values);
      const instructions = disassemble(await readStdin(), values);
      if (values.json === true) printJson({ instructions });
      else if (instructions.length > 0)
        printResult(instructions.map(({ text, pc }) => `${text}  ; 0x${pc.toString(16)}`).join('\n'));
      finish(EXIT.OK);
    });
}

function disassemble(source: string, values: IsaValues): ListedInstruction[] {
  const instructions: ListedInstruction[] = [];
  let pc = 0;
  source.split('\n').forEach((line, i) => {
    const text = line.replace(/(;|\/\/).*$/, '').trim();
    if (text === '') return;
    const words = text.split(/\s+/).map((word) => readWord(word, i + 1));
    const result = disassembleWords(words, values.gfx, getWaveSize(values));
    if ('reason' in result) {
      throw new UsageError(
        `Invalid WORDS, line ${i + 1}: expected one ${values.gfx} instruction, got ${result.reason}`,
      );
    }
    instructions.push({ pc, words: words.map(formatMachineWord), text: result.text });
    pc += words.length * 4;
  });
  return instructions;
}

function readWord(text: string, line: number): number {
  if (!/^0x[0-9a-f]{1,8}$/i.test(text)) {
    throw new UsageError(
      `Invalid WORDS, line ${line}: expected 0x and 1 to 8 hex digits, got ${JSON.stringify(text)}`,
    );
  }
  return Number(text);
}
