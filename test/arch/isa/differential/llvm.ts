import { spawnSync } from 'node:child_process';
import type { WaveSize } from '../../../../arch/chips.js';
import type { InstructionSet } from '../../../../arch/instruction-set.js';
import { hasTool } from '../../../support/external-tool.js';

/** Processors to select in LLVM for instruction sets that are not named after a processor. */
const PROCESSORS: Readonly<Partial<Record<InstructionSet, string>>> = {
  gfx9: 'gfx900',
  gfx10: 'gfx1012',
  'gfx10.3': 'gfx1030',
  gfx11: 'gfx1100',
  'gfx11.5': 'gfx1150',
  gfx12: 'gfx1200',
};

const LLVM_MC = 'llvm-mc-19';

/** Returns whether LLVM's assembler is installed. */
export function hasLlvm(): boolean {
  return hasTool(LLVM_MC, 'llvm-19');
}

/** Turns off symbolization of LLVM's crash traces, which takes longer than everything else. */
const WITHOUT_SYMBOLS = { ...process.env, LLVM_DISABLE_SYMBOLIZATION: '1' };

function spawnLlvm(set: InstructionSet, wave: WaveSize, flags: readonly string[], input: string) {
  const feature = `-mattr=+wavefrontsize${wave}`;
  const args = ['-arch=amdgcn', `-mcpu=${PROCESSORS[set] ?? set}`, feature, '-show-encoding', ...flags];
  return spawnSync(LLVM_MC, args, { input, encoding: 'utf8', maxBuffer: 1 << 28, env: WITHOUT_SYMBOLS });
}

function runLlvm(set: InstructionSet, wave: WaveSize, flags: readonly string[], input: string): string {
  return spawnLlvm(set, wave, flags, input).stdout;
}

/**
 * Start of the marker instruction placed before each input. Its literal gives the input's index, which is used to match
 * outputs to inputs.
 */
const MARKER = 'v_mov_b32_e32 v255, ';
const MARKER_WORD = 0x7ffe02ff;
/** Literal of the first marker, too large for an inline constant. */
const MARKER_BASE = 0x50000000;

function formatMarker(i: number): string {
  return `${MARKER}0x${(MARKER_BASE + i).toString(16)}`;
}

function encodeMarker(i: number): string {
  return toBytes([MARKER_WORD, MARKER_BASE + i]);
}

/** LLVM's answer for one instruction. */
export interface Answer {
  readonly text: string;
  readonly words: readonly number[];
}

function readAnswers(output: string, count: number): (Answer | undefined)[] {
  const answers: (Answer | undefined)[] = Array.from({ length: count }, () => undefined);
  let currentIndex = -1;
  for (const line of output.split('\n')) {
    const match = /^\s*(\S.*?)\s*(?:;|\/\/) encoding: \[(.*)\]/.exec(line);
    if (match === null) continue;
    if (match[1].startsWith(`${MARKER}0x50`)) {
      currentIndex = Number(match[1].slice(MARKER.length)) - MARKER_BASE;
      continue;
    }
    const bytes = match[2].split(',').map((byte) => Number(byte.trim()));
    const words = Array.from({ length: bytes.length >> 2 }, (_, i) =>
      bytes.slice(4 * i, 4 * i + 4).reduceRight((word, byte) => word * 256 + byte, 0),
    );
    answers[currentIndex] ??= { text: match[1].replace(/\s+/g, ' '), words };
  }
  return answers;
}

function toBytes(words: readonly number[]): string {
  return words
    .flatMap((word) => [0, 8, 16, 24].map((shift) => `0x${((word >>> shift) & 0xff).toString(16)}`))
    .join(',');
}

/** Disassembles each instruction. Returns undefined for those that LLVM rejects. */
export function disassemble(
  instructions: readonly (readonly number[])[],
  set: InstructionSet,
  wave: WaveSize,
): (Answer | undefined)[] {
  const input = instructions.flatMap((words, i) => [encodeMarker(i), toBytes(words)]).join('\n');
  return readAnswers(runLlvm(set, wave, ['-disassemble'], `${input}\n`), instructions.length);
}

/** Assembles each text. Returns undefined for those that LLVM rejects. */
export function assemble(
  texts: readonly string[],
  set: InstructionSet,
  wave: WaveSize,
): (Answer | undefined)[] {
  const input = texts.flatMap((text, i) => [formatMarker(i), text]).join('\n');
  return readAnswers(runLlvm(set, wave, [], `${input}\n`), texts.length);
}

/**
 * Returns the indices of the instructions that LLVM warns about. Each instruction takes up two input lines.
 */
function findWarnedIndices(errors: string): Set<number> {
  return new Set([...errors.matchAll(/<stdin>:(\d+):1: warning:/g)].map(([, line]) => Number(line) / 2 - 1));
}

/** Number of instructions per LLVM call. A batch that crashes LLVM is split in half and retried. */
const BATCH_SIZE = 500;

/**
 * Disassembles arbitrary words. Also returns undefined for an instruction if LLVM warns about its undefined bits, marks
 * it as invalid, or fails an assertion.
 */
export function disassembleIfValid(
  instructions: readonly (readonly number[])[],
  set: InstructionSet,
  wave: WaveSize,
): (Answer | undefined)[] {
  return Array.from({ length: Math.ceil(instructions.length / BATCH_SIZE) }, (_, i) =>
    getValidAnswers(instructions.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE), set, wave),
  ).flat();
}

function getValidAnswers(
  instructions: readonly (readonly number[])[],
  set: InstructionSet,
  wave: WaveSize,
): (Answer | undefined)[] {
  const input = instructions.flatMap((words, i) => [encodeMarker(i), toBytes(words)]).join('\n');
  const { stdout, stderr, signal } = spawnLlvm(set, wave, ['-disassemble'], `${input}\n`);
  if (signal !== null) {
    if (instructions.length === 1) return [undefined];
    const middle = instructions.length >> 1;
    const halves = [instructions.slice(0, middle), instructions.slice(middle)];
    return halves.flatMap((half) => getValidAnswers(half, set, wave));
  }
  const warnedIndices = findWarnedIndices(stderr);
  return readAnswers(stdout, instructions.length).map((answer, i) =>
    warnedIndices.has(i) || answer?.text.includes('/*') ? undefined : answer,
  );
}
