import { z } from 'zod';
import {
  createDocumentListSchema,
  escapeLine,
  isRuleId,
  type RuleId,
  truncateMiddle,
  type Violation,
} from '../../transactions/index.js';

/** The maximum length of a sentence in a violation, in characters. */
const MAX_SENTENCE_LENGTH = 4000;

const sentence = z.string().transform((text) => escapeLine(truncateMiddle(text, MAX_SENTENCE_LENGTH)));
const number = z.number().exactOptional();

const place = z.object({
  draw: number,
  wave: number,
  otherWave: number,
  packer: number,
  id: number,
  primitive: number,
  otherPrimitive: number,
  pixel: z.tuple([z.number(), z.number()]).exactOptional(),
  sample: number,
  address: number,
  pc: number,
  instruction: sentence.exactOptional(),
});

/** The schema of a violation in a failure's files. It escapes and truncates strings. */
export const violationSchema: z.ZodType<Violation> = z.object({
  rule: z.custom<RuleId>(isRuleId, 'a rule id'),
  severity: z.enum(['error', 'warning']),
  cycle: z.number(),
  unit: sentence,
  place,
  allowed: sentence,
  observed: sentence,
  steps: createDocumentListSchema(sentence),
  hint: sentence,
  freedom: sentence.exactOptional(),
});
