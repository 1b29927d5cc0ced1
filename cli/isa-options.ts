import { type Command, Option } from 'commander';
import {
  factsOf,
  generationOf,
  INSTRUCTION_SETS,
  type InstructionSet,
  type WaveSize,
} from '../arch/index.js';
import { UsageError } from '../transactions/index.js';

/** Options of the commands that translate instructions. */
export interface IsaValues {
  readonly gfx: InstructionSet;
  readonly wave?: '32' | '64';
  readonly json?: boolean;
}

/** Adds `--gfx`, `--wave` and `--json`. */
export function isaOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--gfx <generation>', 'generation, or a processor that lacks some of its instructions')
        .choices([...INSTRUCTION_SETS])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--wave <size>', 'wave size, which decides how wide lane masks are (default: 64)').choices([
        '32',
        '64',
      ]),
    )
    .option('--json', 'print one JSON document on stdout');
}

/** The wave size asked for; throws `UsageError` where the generation has none such. */
export function waveOf({ gfx, wave = '64' }: IsaValues): WaveSize {
  if (wave === '32' && !factsOf(generationOf(gfx)).hasWave32) {
    throw new UsageError('Impossible --wave 32: gfx9 has waves of 64 only');
  }
  return wave === '32' ? 32 : 64;
}

/** A machine word as both commands write it. */
export function wordText(word: number): string {
  return `0x${(word >>> 0).toString(16).padStart(8, '0')}`;
}

/** Everything on stdin. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
