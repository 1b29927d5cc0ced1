import { z } from 'zod';
import type { DeepReadonly } from '../../harness/text/index.js';
import { runStatusSchema } from '../history/history-run.js';

const rule = z.string().describe('Id of a rule; see "pops-tb list rules".');
const testId = z.string().describe('Id of a test in this run, such as rmw_buffer.17.');
const repro = z.string().describe('The command that reproduces the failure.');
const bytes = z.int().nullable();

const knownIssue = z.object({
  signature: z.string().optional(),
  rule: z.string().optional(),
  reason: z.string(),
  owner: z.string(),
  expires: z.string(),
});

const bucket = z.object({
  signature: z.string(),
  rule: z.string(),
  count: z.int().describe('Tests with this signature.'),
  repro,
  first: testId.describe('First test of the bucket in the plan, which the command reproduces.'),
  known: knownIssue.exactOptional().describe('The known issue that excuses the bucket.'),
});

const group = z.object({
  signature: z.string(),
  rule: z.string(),
  unit: z.string().describe('Hardware unit, or "program"; empty if no rule fired.'),
  count: z.int(),
  rules: z
    .array(
      z.object({
        error: z.string().describe('Rule and unit.'),
        tests: z.int(),
        independent: z
          .boolean()
          .describe('Whether this may be a different bug, since the rule of the group does not explain it.'),
      }),
    )
    .exactOptional()
    .describe('Other rules that fired in the failures; omitted if `beside` is set.'),
  buckets: z.array(z.string()).describe('Signatures of the buckets, largest first.'),
  first: testId.describe('The failure with the fewest waves, which the command reproduces.'),
  repro,
  shrunk: z.string().nullable().describe('File of the smallest form; null if nothing was shrunk.'),
  beside: z
    .string()
    .nullable()
    .describe(
      'Rule of another bug, to which these tests are attributed; null if the group has failures of its own.',
    ),
});

const memory = z.object({
  processBytes: bytes.describe(
    'Peak resident memory of the process, including worker threads; for a merged run, that of the largest process.',
  ),
  workerBytes: bytes.describe('The largest heap and buffer usage of any worker after a test.'),
  workerTest: testId.nullable(),
});

const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['pass', 'expected']), tests: z.int(), rules: z.array(rule) }),
  z.object({ kind: z.literal('fail'), tests: z.int(), failed: z.int() }),
  z.object({ kind: z.literal('forbidden'), reason: z.string() }),
  z.object({ kind: z.literal('absent') }),
]);

const cell = z.object({
  cell: z.string(),
  title: z.string(),
  expects: z.record(z.string(), z.array(rule)).describe('Rules that must fire, by generation.'),
  because: z.string().describe('Why these rules fire; empty if none is expected.'),
  outcomes: z
    .record(z.string(), outcome)
    .describe('By generation; "absent" means that no test of the cell ran.'),
});

const run = z
  .object({
    runId: z.string(),
    seed: z.string().describe('Root seed.'),
    suite: z.string(),
    endedBy: runStatusSchema.describe('Why the run ended; "running" while it is under way.'),
    tests: z.int(),
    passed: z.int(),
    failed: z.int(),
    errors: z
      .int()
      .describe(
        'Tests ended by an exception in the testbench or in your own code, or by a limit on time or memory.',
      ),
    seconds: z.number(),
    testsPerSecond: z.number(),
    wavesPerSecond: z.number(),
    coordinatorMsPerTest: z
      .number()
      .nullable()
      .describe('Overhead per test for dispatch and logging, outside the workers; null if unknown.'),
    memory,
    waves: z.int(),
    byGeneration: z.record(z.string(), z.int()).describe('Tests by generation.'),
    workers: z.int(),
    outDir: z.string(),
    resumed: z.object({ kept: z.int(), ran: z.int() }),
    coverage: z.object({ percent: z.number(), hit: z.int(), total: z.int() }),
    rules: z.array(
      z.object({
        id: rule,
        armed: z.int(),
        fired: z.int(),
        excused: z.int().describe('How often the rule fired as a warning, or as expected by the test.'),
      }),
    ),
    repeats: z
      .object({
        scenarios: z.int().describe('Scenarios that were compared: all of them, or a sample for a long run.'),
        repeated: z.int().describe('Scenarios identical to an earlier one with a different seed.'),
        unexplained: z.int().describe('Repeated scenarios too large to be equal by chance.'),
        excessive: z.boolean().describe('Whether the unexplained repeats exceed the limit for a run.'),
        rate: z.number().describe('Fraction of scenarios that are repeated.'),
      })
      .describe('Identical scenarios with different seeds.'),
    unchecked: z
      .array(z.object({ rule, missing: z.string(), tests: z.int() }))
      .describe('Rules that lacked data, and the number of tests affected.'),
    warnings: z
      .array(
        z.object({
          rule,
          times: z.int(),
          unknown: z.int().describe('How many of them no known issue excuses.'),
          places: z.array(
            z.object({
              signature: z.string(),
              times: z.int(),
              first: z.string().describe('The first test with this warning.'),
              known: knownIssue.exactOptional(),
            }),
          ),
        }),
      )
      .exactOptional()
      .describe('Warnings by rule, and by rule, unit, generation and program.'),
    claims: z
      .array(
        z.object({
          sequence: z.string(),
          claim: z.string().describe('What the tests are claimed to show.'),
          percent: z.number().describe('Percentage of passing tests that must show this.'),
          tests: z.int(),
          shown: z.int().describe('Tests that showed this.'),
          failed: z
            .boolean()
            .describe(
              'Whether the claim failed: if it were true, a result this low would occur in fewer than one run in a million.',
            ),
          judged: z
            .boolean()
            .exactOptional()
            .describe(
              'Whether there were enough tests to judge, that is, whether the claim would have failed if no test had shown it.',
            ),
        }),
      )
      .exactOptional()
      .describe(
        'What sequences claim about their tests, failed claims first; empty if chips, knobs or faults were set for the run.',
      ),
    incidents: z
      .array(z.object({ first: z.int(), tests: z.int(), cause: z.string() }))
      .describe('Tests that lost their worker once and passed when retried, by position in the plan.'),
    buckets: z.array(bucket),
    groups: z.array(group).describe('Buckets that most likely come from one bug, largest first.'),
    closing: z
      .object({
        tried: z.int().describe('Tests that the search ran.'),
        closed: z.int().describe('Holes that those tests hit.'),
        tests: z.array(testId).describe('Tests that hit holes; they are in the suite file.'),
        failed: z.array(repro).describe('Commands that reproduce the tests that failed in the search.'),
        resisting: z
          .array(
            z.object({ bin: z.string(), tried: z.int(), reached: z.int(), missing: z.array(z.string()) }),
          )
          .describe(
            'Holes that no test managed to hit, with the number of tests tried, the number of steps that the closest attempt reached, and the names of those that it missed.',
          ),
        untried: z.int().describe('Remaining holes for which no test was tried.'),
        file: z.string().describe('Suite that the next nightly run starts with.'),
      })
      .exactOptional()
      .describe('The search for tests that hit the holes of the run, if the configuration asks for it.'),
    again: z
      .object({
        runId: z.string().describe('The run that this one repeats.'),
        tests: z.int(),
        stored: z.int().describe('Tests that ran from scenarios stored by that run.'),
        different: z.array(testId).describe('Generated tests that differ from those of that run.'),
        unknown: z
          .int()
          .describe('Generated tests that cannot be compared, since that run did not record them.'),
        without: z
          .array(z.string())
          .exactOptional()
          .describe("Library faults that were in that run's build but are not in this one's."),
      })
      .exactOptional()
      .describe('Whether the tests match those of the repeated run; absent if this is not a rerun.'),
    matrix: z.array(cell).exactOptional().describe('Cells of the scenario matrix, in runs of that suite.'),
  })
  .describe('What "run --json" prints.');

/** The output of `run`. Other tools rely on its fields. */
export type RunDocument = DeepReadonly<z.infer<typeof run>>;

const test = z.object({
  number: z.int().describe('Position in the plan, from 0.'),
  test: testId,
  seed: z.string().describe('The test seed.'),
  verdict: z
    .enum(['passed', 'failed', 'inconclusive', 'error'])
    .describe('"error": an exception or a limit ended the test.'),
  chip: z.string().nullable(),
  waves: z.int(),
  cycles: z.number(),
  instructions: z.number(),
  seconds: z
    .number()
    .nullable()
    .describe(
      'Time on the worker in whole milliseconds; null if the worker was lost or the test was run by an earlier version.',
    ),
  rules: z
    .object({ armed: z.int(), fired: z.int() })
    .nullable()
    .describe('How many rules had something to check, and how many fired.'),
  signature: z.string().exactOptional().describe('Bucket of a test that did not pass.'),
  rule: z.string().exactOptional().describe('The rule that names the bucket.'),
});

/**
 * The document in `results.json`. Within one version, documents may gain fields, but existing
 * fields never change their meaning.
 */
export const resultsDocumentSchema = z
  .object({
    schema: z.literal('pops-tb results'),
    version: z.literal(1),
    tool: z.object({ version: z.string(), commit: z.string().nullable(), dirty: z.boolean().nullable() }),
    startedAt: z.string().describe('Time in UTC (ISO 8601).'),
    run,
    tests: z
      .array(test)
      .describe(
        'Every test that has a result, in plan order; empty for a run by an earlier version that did not record its tests, if the run was steered by coverage or its suite file was not supplied.',
      ),
  })
  .describe('results.json of a run directory. Fields may be added without a version bump.');

/** Returns `resultsDocumentSchema` as JSON Schema (draft 7), for other programs. */
export function resultsJsonSchema(): unknown {
  return z.toJSONSchema(resultsDocumentSchema, { target: 'draft-7', io: 'input' });
}
