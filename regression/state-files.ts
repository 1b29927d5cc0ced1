import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { GENERATIONS } from '../arch/index.js';
import type { ProgramState } from '../stimulus/index.js';
import { describeFirstIssue, UsageError } from '../transactions/index.js';
import { oneLine } from './one-line.js';
import {
  programArgument,
  programCode,
  programInput,
  registerWords,
  sampleCount,
  userData,
} from './program-schema.js';

const INTERLOCKS = [
  'pixel_interlock_ordered',
  'pixel_interlock_unordered',
  'sample_interlock_ordered',
  'sample_interlock_unordered',
] as const;

const stateSchema = z.object({
  chip: z.string().exactOptional(),
  gfx: z.enum(GENERATIONS).exactOptional(),
  wave: z.union([z.literal(32), z.literal(64)]).exactOptional(),
  interlock: z.enum(INTERLOCKS).exactOptional(),
  samples: sampleCount.exactOptional(),
  args: z.array(programArgument).exactOptional(),
  inputs: z.array(programInput).exactOptional(),
  user_data: userData.exactOptional(),
  regs: registerWords.exactOptional(),
  epilog: z.object({ instructions: programCode }).exactOptional(),
});

/** A state file: what goes with a program, and on what it runs. */
export interface StateDocument extends ProgramState {
  readonly chip?: string;
  readonly gfx?: string;
  readonly wave?: 32 | 64;
  readonly samples?: number;
}

/** Reads a state file (cli.md, "The state that goes with a program"); throws `UsageError` for one that cannot be used. */
export function readState(file: string): StateDocument {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`Cannot read state file ${file}: ${oneLine(error)}`);
  }
  const judged = stateSchema.safeParse(document);
  if (!judged.success)
    throw new UsageError(`Invalid state file ${file}: ${describeFirstIssue(judged.error, document)}`);
  return judged.data;
}
