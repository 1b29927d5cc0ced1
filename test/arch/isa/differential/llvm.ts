import { spawnSync } from 'node:child_process';
import type { WaveSize } from '../../../../arch/chips.js';
import type { InstructionSet } from '../../../../arch/instruction-set.js';

/** LLVM's processor for an instruction set that is not named after one. */
const PROCESSORS: Readonly<Partial<Record<InstructionSet, string>>> = {
  gfx9: 'gfx900',
  gfx10: 'gfx1012',
  'gfx10.3': 'gfx1030',
  gfx11: 'gfx1100',
};

const LLVM_MC = 'llvm-mc-19';

/** Whether the assembler is installed. */
export function hasLlvm(): boolean {
  return spawnSync(LLVM_MC, ['--version']).status === 0;
}

function run(set: InstructionSet, wave: WaveSize, flags: readonly string[], input: string): string {
  const feature = `-mattr=+wavefrontsize${wave}`;
  const args = ['-arch=amdgcn', `-mcpu=${PROCESSORS[set] ?? set}`, feature, '-show-encoding', ...flags];
  return spawnSync(LLVM_MC, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
}

/** This instruction stands between others, so that answers find their questions. */
const MARK = 's_nop 0x7777';
const MARK_BYTES = '0x77,0x77,0x80,0xbf';

/** What the assembler says of one instruction. */
export interface Answer {
  readonly text: string;
  readonly words: readonly number[];
}

function answers(output: string, count: number): (Answer | undefined)[] {
  const found: (Answer | undefined)[] = Array.from({ length: count }, () => undefined);
  let current = -1;
  for (const line of output.split('\n')) {
    const match = /^\s*(\S.*?)\s*(?:;|\/\/) encoding: \[(.*)\]/.exec(line);
    if (match === null) continue;
    if (match[1] === MARK) {
      current += 1;
      continue;
    }
    const bytes = match[2].split(',').map((byte) => Number(byte.trim()));
    const words = Array.from({ length: bytes.length >> 2 }, (_, i) =>
      bytes.slice(4 * i, 4 * i + 4).reduceRight((word, byte) => word * 256 + byte, 0),
    );
    found[current] ??= { text: match[1].replace(/\s+/g, ' '), words };
  }
  return found;
}

function bytesOf(words: readonly number[]): string {
  return words
    .flatMap((word) => [0, 8, 16, 24].map((shift) => `0x${((word >>> shift) & 0xff).toString(16)}`))
    .join(',');
}

/** Disassembles each instruction; undefined where LLVM refuses. */
export function disassemble(
  instructions: readonly (readonly number[])[],
  set: InstructionSet,
  wave: WaveSize,
): (Answer | undefined)[] {
  const input = instructions.flatMap((words) => [MARK_BYTES, bytesOf(words)]).join('\n');
  return answers(run(set, wave, ['-disassemble'], `${input}\n`), instructions.length);
}

/** Assembles each text; undefined where LLVM refuses. */
export function assemble(
  texts: readonly string[],
  set: InstructionSet,
  wave: WaveSize,
): (Answer | undefined)[] {
  const input = texts.flatMap((text) => [MARK, text]).join('\n');
  return answers(run(set, wave, [], `${input}\n`), texts.length);
}
