import { z } from 'zod';
import { GENERATIONS } from '../arch/index.js';

const rule = z.string().describe('Id of a rule; "pops-tb list rules" has their sentences.');
const sentences = z.array(z.string());

const violation = z.object({
  rule,
  severity: z.enum(['error', 'warning']),
  message: z.string().describe('What the rule allows here, and what was seen instead.'),
  pc: z.int().nullable().describe('Byte offset of the instruction in the program.'),
  wave: z
    .int()
    .nullable()
    .describe('Number of the wave in the run; null for a path that no run needs to take.'),
  line: z.int().nullable().describe("Line of the user's text with the instruction, from 1."),
  steps: sentences.describe('The shortest witness, oldest step first.'),
  hint: z.string().describe('What to look at first.'),
  repro: z.string().describe('The command that shows it again.'),
});

const expected = z.object({
  errors: z.array(rule).describe('Rules that have to fire as errors.'),
  warnings: z.array(rule).describe('Rules that have to fire as warnings.'),
  allowed: z.array(rule).describe('Rules that may fire as errors.'),
  missing: z.array(rule).describe('Expected rules that did not fire.'),
  unexpected: z
    .array(rule)
    .describe('Rules that fired as errors, are not expected, and follow from none that is.'),
});

const unjudged = z.object({ rule, reason: z.string() });

const hollow = z.object({
  name: z.enum(['no-section', 'no-overlap', 'nothing-compared']),
  text: z.string(),
});

const way = z.object({ pc: z.int(), taken: z.boolean() });

const paths = z.object({
  blocks: z.int().describe('Stretches of code that are entered at their first instruction only.'),
  blocksRun: z.int().describe('Those that some wave ran.'),
  notRun: z.array(z.int()).describe('Byte offsets of those that no wave ran.'),
  ways: z.int().describe('Ways of conditional branches.'),
  notTaken: z.array(way).describe('Those that no wave took.'),
});

const value = z
  .object({
    waves: z.int().describe('Waves that were formed.'),
    sections: z.int().describe('Waves that entered and left an ordered section.'),
    overlapping: z.int().describe('Those of them that overlapped an older one that was unfinished.'),
    compared: z.int().describe('Words of memory that were compared with the reference.'),
    armed: z.record(z.string(), z.int()).describe('How often each rule had something to judge.'),
    paths: paths.exactOptional().describe('How much of the code the waves went through.'),
  })
  .describe('What the verdict is worth, over all runs.');

const program = z.object({
  id: z.string().describe('Id of the corpus record, or the file with what tells its programs apart.'),
  file: z.string(),
  gfx: z.string().describe(`Generation: one of ${GENERATIONS.join(', ')}.`),
  verdict: z
    .enum(['pass', 'fail', 'unsupported'])
    .describe('For a text with expectations, whether what was found is what it expects.'),
  reason: z.string().exactOptional().describe('Why nothing can be said, where the verdict is unsupported.'),
  assumed: sentences.describe('What neither file nor state says, and a correct driver would program.'),
  arguments: sentences.describe('Where each argument is, and what the driver puts there: "s4 width = pc+8".'),
  unloaded: sentences.describe('Registers that the program reads and that nothing loads.'),
  violations: z.array(violation).describe('Each rule at each place once, causes before consequences.'),
  unchecked: z.array(unjudged).describe('Rules that some scene had no data for.'),
  notArmed: z.array(unjudged).describe('Rules that had nothing to judge in any scene.'),
  value,
  warnings: z.array(hollow).describe('What a pass lacks; --strict makes it a failure.'),
  runs: z.int().describe('Scenes that were run.'),
  expected: expected
    .exactOptional()
    .describe('What comments of the text expect, held against what was found.'),
});

/** The document that `check --json` prints; documents of one version only grow, and a field keeps its meaning. */
export const checkDocumentSchema = z
  .object({
    schema: z.literal('pops-tb check'),
    version: z.literal(1),
    programs: z.array(program),
    passed: z.int(),
    failed: z.int(),
    unsupported: z.int(),
    unreadable: z
      .array(z.object({ file: z.string(), reason: z.string() }))
      .describe('Files that could not be used.'),
  })
  .describe('What "pops-tb check --json" prints. Later documents of version 1 may have more fields.');

/** What a schema gives, which its readers leave as it is. */
type Lasting<T> = T extends readonly (infer E)[]
  ? readonly Lasting<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Lasting<T[K]> }
    : T;

/** What `check` prints. */
export type CheckDocument = Lasting<z.infer<typeof checkDocumentSchema>>;

/** The same for other programs, as JSON Schema (draft 7). */
export function checkJsonSchema(): unknown {
  return z.toJSONSchema(checkDocumentSchema, { target: 'draft-7', io: 'input' });
}
