import { UsageError } from '../../../transactions/index.js';
import type { ProgramText, TextFormat, TextProgram } from './text-program.js';

/** Matches a word of memory in umr's wave dumps, `pgm[VMID@0xADDRESS + 0xOFFSET] = 0xWORD`, and its older form. */
const WORD = /\bpgm\[(\d+)@(?:0x)?([0-9a-f]+)(?:\s*\+\s*0x([0-9a-f]+))?\s*\]\s*=\s*(?:0x)?([0-9a-f]{8})\b/i;

/** A word of a program in a GPU's memory, as umr prints it. */
export interface ProgramWord {
  readonly address: number;
  readonly word: number;
}

/** Reads a word of a program from a line of a wave dump; undefined if the line has none. */
export function readProgramWord(line: string): ProgramWord | undefined {
  const [, , base, offset = '0', word] = WORD.exec(line) ?? [];
  if (base === undefined) return undefined;
  return {
    address: Number.parseInt(base, 16) + Number.parseInt(offset, 16),
    word: Number.parseInt(word!, 16),
  };
}

/** The words that umr prints of the program at a wave's program counter. Only the words count as code. */
export const UMR_LISTING: TextFormat = {
  name: "umr's wave dump (pgm[…] = 0x…)",
  recognises: (text) => text.split('\n').some((line) => WORD.test(line)),
  read({ lines, file }: ProgramText): readonly TextProgram[] {
    const listed = lines.flatMap((line, i) => {
      const found = readProgramWord(line);
      return found === undefined ? [] : [{ ...found, line: i + 1 }];
    });
    const [first] = listed;
    const gap = listed.find(({ address }, i) => address !== first!.address + 4 * i);
    if (gap !== undefined)
      throw new UsageError(
        `Cannot use ${file}: line ${gap.line} does not continue the program before it; expected one program without gaps (for a dump of waves, see check-trace --waves)`,
      );
    return [{ words: listed.map(({ word }) => word), lines: listed.map(({ line }) => line), labels: {} }];
  },
};
