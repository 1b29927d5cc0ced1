import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createDocumentListSchema, escapeLine, parseJson, safeParse } from '../../transactions/index.js';
import { natural, RUN_FILES } from '../basics/index.js';
import { getMaxBytes } from '../input/index.js';
import { isTestId } from '../selection/test-name.js';
import type { HoleSearchResult, RemainingHole } from '../triage-findings/closing.js';
import { readLogged } from './logged-files.js';

const line = z.string().max(getMaxBytes('logText')).transform(escapeLine);

const holeSearchSchema = z.strictObject({
  tried: natural,
  closed: natural,
  tests: createDocumentListSchema(z.string().refine(isTestId)),
  failed: createDocumentListSchema(line),
  resisting: createDocumentListSchema(
    z.strictObject({
      bin: line,
      tried: natural,
      reached: natural,
      missing: createDocumentListSchema(line),
    } satisfies Record<keyof RemainingHole, z.ZodType>),
  ),
  untried: natural,
  file: line,
} satisfies Record<keyof HoleSearchResult, z.ZodType>);

/** Reads the results of a search for tests that fill a run's coverage holes; returns {} if there is no usable file. */
export function readHoleSearch(directory: string): { readonly closing?: HoleSearchResult } {
  const file = join(directory, RUN_FILES.closing);
  if (!existsSync(file)) return {};
  try {
    const result = safeParse(holeSearchSchema, parseJson(readLogged('small', file))).data;
    return result === undefined ? {} : { closing: result };
  } catch {
    return {};
  }
}
