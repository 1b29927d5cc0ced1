import { z } from 'zod';
import { GENERATIONS } from '../../arch/index.js';
import type { DeepReadonly } from '../../harness/text/index.js';

/** The ways in which a pass can be weak, each with the requirement it fails to meet. */
export const PASS_WEAKNESSES = {
  'no-section': 'A wave enters and leaves an ordered section.',
  'no-overlap': 'A wave with a section overlaps an unfinished older wave.',
  'nothing-compared': 'At least some of the memory written by waves is compared.',
  'shared-words': 'No word is shared by sections of different pixels.',
  'dead-end': 'Code that no wave ran can still end the program.',
  'unloaded-scalar': 'Every scalar that the program reads has been loaded.',
  'missing-end': 'Each path that begins the section in the source ends it.',
  'repeated-begin': 'No path begins the section twice in the source.',
  'shared-samples': 'Samples of a pixel, run or covered by themselves, do not load and store the same words.',
  'early-access': "Accesses to the section's words of a pixel follow the begin of the section in the source.",
  'order-dependent': 'What an unordered section stores does not depend on the order of primitives.',
  'late-access': "Accesses to the section's memory precede the end of the section in the source.",
} as const;

/** The name of a weakness of a pass. */
export type WeaknessName = keyof typeof PASS_WEAKNESSES;

const rule = z.string().describe('Id of a rule; see "pops-tb list rules".');
const sentences = z.array(z.string());

const otherChoice = z.object({
  unknown: z
    .string()
    .describe('Ids of the hardware unknowns, such as U13; "pops-tb list unknowns" explains them.'),
  knob: z.string().describe('The knob that makes the choice; "pops-tb list knobs" explains it.'),
  now: z.string().describe('The choice in the failing scene.'),
  instead: z.string().describe('The other choice.'),
});

const knownIssue = z
  .object({ reason: z.string(), owner: z.string(), expires: z.string() })
  .describe('The known issue that excuses it.');

const violation = z.object({
  rule,
  severity: z.enum(['error', 'warning']),
  message: z.string().describe('The expected and the observed behaviour.'),
  pc: z.int().nullable().describe('Byte offset of the instruction in the program.'),
  wave: z
    .int()
    .nullable()
    .describe('Index of the wave in the run; null for a finding about a path through the code.'),
  line: z.int().nullable().describe("Line of the instruction in the user's source, counted from 1."),
  steps: sentences.describe('The shortest sequence of steps that shows the violation, oldest first.'),
  hint: z.string().describe('Where to look first.'),
  repro: z.string().describe('The command that reproduces the violation.'),
  signature: z
    .string()
    .optional()
    .describe('Rule, unit, generation and program, by which --known-issues can excuse it.'),
  known: knownIssue.optional(),
  dependsOn: z
    .array(otherChoice)
    .optional()
    .describe(
      'Other choices for unknown hardware behaviour under which the rule would not fire here. Only computed for errors shown in the terminal; otherwise absent.',
    ),
});

const expected = z.object({
  errors: z.array(rule).describe('Rules that must fire as errors.'),
  warnings: z.array(rule).describe('Rules that must fire as warnings.'),
  allowed: z.array(rule).describe('Rules that may fire as errors.'),
  missing: z.array(rule).describe('Expected rules that did not fire.'),
  unexpected: z
    .array(rule)
    .describe('Rules that fired as errors but are neither expected nor caused by an expected rule.'),
});

const unjudged = z.object({ rule, reason: z.string() });

const weakness = z.object({
  name: z.enum(Object.keys(PASS_WEAKNESSES) as WeaknessName[]),
  text: z.string(),
  line: z.int().exactOptional().describe("Line of the user's source, counted from 1."),
  known: knownIssue.exactOptional(),
});

const outcome = z.object({ pc: z.int(), taken: z.boolean() });

const unreached = z.object({
  pc: z.int().describe('Byte offset of the block.'),
  way: outcome
    .exactOptional()
    .describe('Branch outcome that leads there from executed code; absent if no wave reached the branch.'),
  condition: sentences.describe(
    'The branch, preceded by the instructions that compute its condition, each with its byte offset.',
  ),
});

const paths = z.object({
  blocks: z.int().describe('Basic blocks of the program.'),
  blocksRun: z.int().describe('Blocks that at least one wave ran.'),
  notRun: z.array(z.int()).describe('Byte offsets of the blocks that no wave ran.'),
  ways: z.int().describe('Outcomes of conditional branches: two per branch.'),
  notTaken: z.array(outcome).describe('Outcomes that no wave took.'),
  unreached: z.array(unreached).describe('The path to each block that no wave ran.'),
});

const coverage = z
  .object({
    waves: z.int().describe('Waves that were formed.'),
    sections: z.int().describe('Waves that entered and left an ordered section.'),
    overlapping: z.int().describe('Waves with a section that overlapped an unfinished earlier wave.'),
    compared: z.int().describe('Words of memory that were compared with the reference.'),
    armed: z.record(z.string(), z.int()).describe('Number of events that each rule checked.'),
    paths: paths.exactOptional().describe('How much of the code the waves covered.'),
  })
  .describe('Combined coverage of all runs.');

const program = z.object({
  id: z.string().describe('Id of the corpus record, or the file and the name of the program in it.'),
  file: z.string(),
  gfx: z.string().describe(`Generation: one of ${GENERATIONS.join(', ')}.`),
  verdict: z
    .enum(['pass', 'fail', 'unsupported', 'vacuous'])
    .describe(
      'If the source has expectations, whether the findings match them. Vacuous: no access of two overlapping sections was compared.',
    ),
  reason: z
    .string()
    .exactOptional()
    .describe(
      'Why the program could not be judged, if the verdict is unsupported, or what kept waves from being compared, if it is vacuous.',
    ),
  assumed: sentences.describe('Missing state, filled in as a correct driver would.'),
  arguments: sentences.describe('Register and value of each argument: "s4 width = pc+8".'),
  unloaded: sentences.describe('Registers that the program reads before anything loads them.'),
  violations: z.array(violation).describe('One violation per rule and location, causes before consequences.'),
  unchecked: z.array(unjudged).describe('Rules that lacked data in at least one scene.'),
  notArmed: z.array(unjudged).describe('Rules that never had an event to check.'),
  value: coverage,
  warnings: z
    .array(weakness)
    .describe('Weaknesses of a pass; --strict turns them, and warnings of rules, into failures.'),
  runs: z.int().describe('Number of scenes run.'),
  expected: expected
    .exactOptional()
    .describe('The expectations in the comments of the source, compared with the findings.'),
});

/** The output of `check --json`. Within a version, fields may be added, but existing ones keep their meaning. */
export const checkDocumentSchema = z
  .object({
    schema: z.literal('pops-tb check'),
    version: z.literal(1),
    programs: z.array(program),
    passed: z.int(),
    failed: z.int(),
    unsupported: z.int(),
    vacuous: z.int(),
    unreadable: z
      .array(z.object({ file: z.string(), reason: z.string() }))
      .describe('Files that could not be used.'),
  })
  .describe('Output of "pops-tb check --json". Fields may be added without a version bump.');

/** The JSON output of `check`. */
export type CheckDocument = Read<typeof checkDocumentSchema>;

type Read<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

/** A weakness of a pass, reported as a warning. */
export type PassWeakness = Read<typeof weakness>;
/** A rule that was not checked, and why. */
export type UnjudgedRule = Read<typeof unjudged>;
export type BranchOutcome = Read<typeof outcome>;
/** A block that no wave ran, and the path to it. */
export type UnreachedBlock = Read<typeof unreached>;
/** How much of a program's code its waves covered. */
export type PathCoverage = Read<typeof paths>;
/** The evidence for a verdict: how thoroughly the runs exercised the rules. Rules that were never armed are absent. */
export type PassEvidence = Read<typeof coverage>;

/** Returns the schema as JSON Schema (draft 7), for other programs. */
export function checkJsonSchema(): unknown {
  return z.toJSONSchema(checkDocumentSchema, { target: 'draft-7', io: 'input' });
}
