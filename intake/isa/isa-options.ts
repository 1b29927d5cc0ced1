import { type Command, Option } from 'commander';
import {
  CHIP_NAMES,
  chipOf,
  factsOf,
  findChip,
  GENERATIONS,
  getGeneration,
  getInstructionSet,
  INSTRUCTION_SETS,
  type InstructionSet,
  PROCESSOR_NAMES,
  type WaveSize,
} from '../../arch/index.js';
import { makeUnknownNameError } from '../../harness/basics/index.js';
import { getMaxBytes, makeTooLargeError } from '../../harness/input/index.js';
import { JSON_OPTION } from '../../harness/options/index.js';
import { UsageError } from '../../transactions/index.js';

/** Option values of `asm` and `disasm`. */
export interface IsaValues {
  readonly gfx: InstructionSet;
  readonly wave?: '32' | '64';
  readonly json?: boolean;
}

/** Adds `--gfx`, `--chip`, `--wave` and `--json` to a command. A chip stands for its instruction set. */
export function addIsaOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--gfx <name>', `${GENERATIONS.join(', ')}, a processor (gfx1030) or a chip (navi21)`)
        .argParser(readInstructionSet)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--chip <name>', 'a chip, instead of --gfx, as in other commands').argParser((name) => {
        command.setOptionValue('gfx', readInstructionSet(name));
        return name;
      }),
    )
    .addOption(
      new Option('--wave <size>', 'wave size, which sets the width of lane masks (default: 64)').choices([
        '32',
        '64',
      ]),
    )
    .addOption(JSON_OPTION);
}

/** Returns the instruction set of a generation, processor or chip. Throws `UsageError` for an unknown name. */
function readInstructionSet(name: string): InstructionSet {
  const set = INSTRUCTION_SETS.find((candidate) => candidate === name);
  if (set !== undefined) return set;
  const chip = findChip(name);
  if (chip !== undefined) return getInstructionSet(chipOf(chip));
  throw makeUnknownNameError('generation', name, [...INSTRUCTION_SETS, ...PROCESSOR_NAMES, ...CHIP_NAMES]);
}

/** Returns the requested wave size. Throws `UsageError` if the generation does not support it. */
export function getWaveSize({ gfx, wave = '64' }: IsaValues): WaveSize {
  if (wave === '32' && !factsOf(getGeneration(gfx)).hasWave32) {
    throw new UsageError('Cannot use --wave 32: gfx9 supports only wave64');
  }
  return wave === '32' ? 32 : 64;
}

/** Formats a machine word as printed by both commands. */
export function formatMachineWord(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}

/** Reads all of stdin. Throws `UsageError` if it exceeds the limit. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > getMaxBytes('source'))
      throw new UsageError(`Cannot read standard input: ${makeTooLargeError('source').message}`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
