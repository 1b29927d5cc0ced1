import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FAILURE_FILES } from '../../base/basics/index.js';
import { readLogged } from '../../harness/run-directory/index.js';
import type { ExplanationFindings } from '../../harness/triage-findings/index.js';
import { type ChoicePoint, POINT_NAMES } from '../../rtl-model/index.js';
import {
  createDocumentListSchema,
  escapeLine,
  parseJson,
  safeParse,
  truncateMiddle,
} from '../../transactions/index.js';

/** The maximum length of a sentence in characters. */
const MAX_SENTENCE_LENGTH = 4000;

const sentence = z.string().transform((text) => escapeLine(truncateMiddle(text, MAX_SENTENCE_LENGTH)));
const count = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const share = z.number().min(0).max(1);
const shares = { share, otherwise: share, runs: count };

const choice = {
  choice: count,
  cycle: count,
  point: z.custom<ChoicePoint>((name) => POINT_NAMES.some((point) => point === name)),
  wave: count.exactOptional(),
  value: count,
  unit: z.literal('cycles').exactOptional(),
  text: sentence,
};

const whySchema: z.ZodType<ExplanationFindings> = z.object({
  signature: sentence,
  choices: count,
  runs: count,
  curve: createDocumentListSchema(z.object({ choice: count, ...shares })),
  decisive: createDocumentListSchema(
    z.object({
      ...choice,
      before: share,
      after: share,
      since: count.exactOptional(),
      bands: createDocumentListSchema(z.object({ from: count, to: count, ...shares })),
    }),
  ),
  nearestPass: z.object({ choice: count, only: z.boolean(), text: sentence, event: sentence }).nullable(),
  fewest: z.object({ choices: createDocumentListSchema(z.object(choice)), complete: z.boolean() }),
});

/** Reads triage's explanation from a failure's folder, or returns undefined if it is missing or corrupt. */
export function readExplanation(folder: string): ExplanationFindings | undefined {
  const file = join(folder, FAILURE_FILES.why);
  if (!existsSync(file)) return undefined;
  try {
    return safeParse(whySchema, parseJson(readLogged('small', file))).data;
  } catch {
    return undefined;
  }
}
