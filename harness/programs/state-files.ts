import { z } from 'zod';
import { GENERATIONS } from '../../arch/index.js';
import { MAX_SCRATCH_BYTES, type ProgramState } from '../../stimulus/index.js';
import {
  createDocumentListSchema,
  describeFirstIssue,
  safeParse,
  UsageError,
} from '../../transactions/index.js';
import { readJsonInput } from '../input/index.js';
import {
  programArgument,
  programCode,
  programInput,
  programResource,
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

/** The schema of a state file. */
export const stateSchema = z.strictObject({
  /** For people reading the file. */
  comment: z.string().exactOptional(),
  chip: z.string().exactOptional(),
  gfx: z.enum(GENERATIONS).exactOptional(),
  wave: z.union([z.literal(32), z.literal(64)]).exactOptional(),
  interlock: z.enum(INTERLOCKS).exactOptional(),
  samples: sampleCount.exactOptional(),
  args: createDocumentListSchema(programArgument).exactOptional(),
  inputs: createDocumentListSchema(programInput).exactOptional(),
  user_data: userData.exactOptional(),
  regs: registerWords.exactOptional(),
  scratch_bytes_per_wave: z.int().min(0).max(MAX_SCRATCH_BYTES).exactOptional(),
  resources: createDocumentListSchema(programResource).exactOptional(),
  epilog: z.object({ instructions: programCode }).exactOptional(),
  ordered: createDocumentListSchema(z.string()).exactOptional(),
  coherent: createDocumentListSchema(z.string()).exactOptional(),
});

/** The suffix of the state file that accompanies `NAME.s` or `NAME.o`: `NAME.state.json`. */
export const STATE_SUFFIX = '.state.json';

/** The names of a state file's fields. */
export const STATE_FIELDS: readonly string[] = Object.keys(stateSchema.shape);

/** The contents of a state file: a program's state and the chip it runs on. */
export interface StateDocument extends ProgramState {
  readonly chip?: string;
  readonly gfx?: string;
  readonly wave?: 32 | 64;
  readonly samples?: number;
}

/** Reads a state file (docs/state-file.md). Throws `UsageError` if it cannot be used. */
export function readState(file: string): StateDocument {
  return parseState(readJsonInput('state', file), `state file ${file}`);
}

/** Validates a state from any source. Throws `UsageError` if it is invalid. */
export function parseState(document: unknown, source: string): StateDocument {
  const parsed = safeParse(stateSchema, document);
  if (parsed.success) return parsed.data;
  throw new UsageError(`Invalid ${source}: ${describeFirstIssue(parsed.error, document)}`);
}
