import { z } from 'zod';
import {
  createDocumentListSchema,
  createListSchema,
  escapeLine,
  isRuleId,
  RETIRED_RULES,
  RULE_IDS,
  type RuleId,
} from '../../transactions/index.js';
import { OUTCOMES, PSEUDO_RULES } from '../records/finding.js';
import { plannedTestSchema } from '../records/manifest.js';

/** The maximum length of a single line, in characters. */
const MAX_LINE = 4096;
/** The maximum length of a message, in characters. It may include a stack trace and test output. */
export const MAX_TEXT = 1 << 20;

/** The maximum number of rule errors in a failure: enough for all built-in rules and some user-defined ones. */
const MAX_FIRED = RULE_IDS.length + 1000;

const bytes = z.instanceof(Uint8Array);
const natural = z.int().min(0);
const naturals = createListSchema(natural, (value) => Number.isSafeInteger(value) && (value as number) >= 0);
const nonNegativeNumbers = createListSchema(
  z.number().min(0),
  (value) => Number.isFinite(value) && (value as number) >= 0,
);
const line = z.string().max(MAX_LINE).transform(escapeLine);
const text = z.string().max(MAX_TEXT);
const rule = z.custom<RuleId>(isRuleId, 'a rule id');
const optional = natural.exactOptional();

const location = z.strictObject({
  draw: optional,
  wave: optional,
  otherWave: optional,
  packer: optional,
  id: z.int().exactOptional(),
  primitive: optional,
  otherPrimitive: optional,
  pixel: z.tuple([z.int(), z.int()]).exactOptional(),
  sample: optional,
  address: optional,
  pc: optional,
  instruction: line.exactOptional(),
});

const violation = z.strictObject({
  rule,
  severity: z.enum(['error', 'warning']),
  cycle: z.number(),
  unit: line,
  place: location,
  allowed: text,
  observed: text,
  steps: createDocumentListSchema(text),
  hint: text,
  freedom: text.exactOptional(),
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
  held: z.strictObject({ test: z.string(), bytes: natural }).exactOptional(),
  fingerprints: createListSchema(z.int(), Number.isSafeInteger).exactOptional(),
  failures: createDocumentListSchema(failure),
  refusal: line.exactOptional(),
  rules: z.preprocess(
    withoutRetiredRules,
    z.record(
      z.string().refine(isRuleId),
      z.strictObject({ armed: natural, fired: natural, excused: optional }),
    ),
  ),
  checks: z.strictObject({
    unchecked: createDocumentListSchema(z.strictObject({ rule, missing: line, tests: natural })),
    memory: z.record(z.string(), z.strictObject({ compared: natural, leftOut: natural })),
  }),
  claims: z
    .record(z.string(), z.strictObject({ tests: natural, shown: z.record(z.string(), natural) }))
    .exactOptional(),
  behaviours: createDocumentListSchema(naturals).exactOptional(),
  sequences: z.record(z.string(), natural),
  testMs: nonNegativeNumbers,
  digests: createDocumentListSchema(
    z.strictObject({ row: natural, digest: z.string().regex(/^[0-9a-f]{16}$/) }),
  ),
  prints: createDocumentListSchema(z.strictObject({ test: z.string(), text })),
  printed: natural.exactOptional(),
  scenarios: createDocumentListSchema(bytes).exactOptional(),
  coverage: z.unknown().optional(),
});
