import { z } from 'zod';
import {
  createDocumentListSchema,
  createListSchema,
  isRuleId,
  RETIRED_RULES,
  RULE_IDS,
  type RuleId,
} from '../../transactions/index.js';
import { natural } from '../basics/number-schemas.js';
import { checkCountsSchema } from '../records/check-counts.js';
import { claimCountsSchema } from '../records/claim-counts.js';
import { lineSchema as line, makeViolationSchema, OUTCOMES, PSEUDO_RULES } from '../records/finding.js';
import { plannedTestSchema } from '../records/manifest.js';
import { ruleCountsSchema } from '../records/rule-counts.js';
import { warningCountsSchema } from '../records/warning-counts.js';

/** The maximum length of a message, in characters. It may include a stack trace and test output. */
export const MAX_TEXT = 1 << 20;

/** The maximum number of rule errors in a failure: enough for all built-in rules and some user-defined ones. */
const MAX_FIRED = RULE_IDS.length + 1000;

const bytes = z.instanceof(Uint8Array);
const naturals = createListSchema(natural, (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const nonNegativeNumbers = createListSchema(
  z.number().min(0),
  (value) => Number.isFinite(value) && (value as number) >= 0,
);
const text = z.string().max(MAX_TEXT);
const rule = z.custom<RuleId>(isRuleId, 'a rule id');
const violation = makeViolationSchema({
  object: z.strictObject,
  number: natural,
  id: z.int(),
  name: line,
  text,
});

const failure = z.strictObject({
  test: plannedTestSchema.strict(),
  outcome: z.enum(OUTCOMES).exclude(['passed']),
  signature: line,
  rule: z.union([rule, z.enum(PSEUDO_RULES)]),
  message: text.exactOptional(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .exactOptional(),
  scenario: bytes.exactOptional(),
  violations: createDocumentListSchema(violation),
  waves: natural,
  summary: text,
  fired: z.array(line).max(MAX_FIRED).exactOptional(),
});

/** Leaves the rules of earlier versions out of a table by rule. Values of other types are returned unchanged. */
function withoutRetiredRules(table: unknown): unknown {
  if (typeof table !== 'object' || table === null) return table;
  return Object.fromEntries(Object.entries(table).filter(([id]) => !RETIRED_RULES.includes(id)));
}

const memoryUsage = z.strictObject({
  /** The id of the test. */
  test: z.string(),
  /** The size of V8's heap plus buffers outside it. */
  bytes: natural,
});

const testDigest = z.strictObject({ row: natural, digest: z.string().regex(/^[0-9a-f]{16}$/) });

const testOutput = z.strictObject({
  /** The id of the test. */
  test: z.string(),
  text,
});

/** A worker's memory use after a test. */
export type MemoryUsage = Readonly<z.infer<typeof memoryUsage>>;
/** A digest of everything a test produced. */
export type TestDigest = Readonly<z.infer<typeof testDigest>>;
/** What a test printed. */
export type TestOutput = Readonly<z.infer<typeof testOutput>>;

/** The schema for a batch result in a queue, with columns as lists and packed coverage. No other fields are allowed. */
export const resultSchema = z.strictObject({
  first: natural,
  outcomes: bytes,
  chips: bytes,
  waves: naturals,
  cycles: nonNegativeNumbers,
  instructions: nonNegativeNumbers,
  armed: bytes.exactOptional(),
  fired: bytes.exactOptional(),
  held: memoryUsage.exactOptional(),
  fingerprints: createListSchema(z.int(), Number.isSafeInteger).exactOptional(),
  failures: createDocumentListSchema(failure),
  refusal: line.exactOptional(),
  rules: z.preprocess(withoutRetiredRules, z.record(z.string().refine(isRuleId), ruleCountsSchema)),
  checks: checkCountsSchema,
  claims: claimCountsSchema.exactOptional(),
  warnings: warningCountsSchema.exactOptional(),
  behaviours: createDocumentListSchema(naturals).exactOptional(),
  sequences: z.record(z.string(), natural),
  testMs: nonNegativeNumbers,
  digests: createDocumentListSchema(testDigest),
  prints: createDocumentListSchema(testOutput),
  printed: natural.exactOptional(),
  scenarios: createDocumentListSchema(bytes).exactOptional(),
  coverage: z.unknown().optional(),
});
