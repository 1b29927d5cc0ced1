import { join } from 'node:path';
import { z } from 'zod';
import { type ChipName, lookup } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/index.js';
import { readDocument } from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { formatReplayLine, NO_OVERRIDES } from '../../harness/selection/index.js';
import { type FaultId, isFaultId, UsageError } from '../../transactions/index.js';
import { getKillMatrixPath, type KillRow, readKillMatrix } from '../qualify/qualify.js';

/**
 * Tests that verify a statement by what they draw and compare, beyond the rules and coverpoints that mention it. Maps
 * each statement to test names as printed by `list tests`.
 */
export const TESTS_BY_STATEMENT: Readonly<Record<string, readonly string[]>> = lookup({
  'S-006': ['discard_before', 'discard_after_packer'],
  'S-007': ['intrawave_layers', 'rmw_buffer', 'sections'],
  'S-058': ['intrawave_layers'],
  'S-064': ['intrawave_layers'],
  'S-065': ['intrawave_lanes'],
  'S-066': ['intrawave_worked_case'],
  'S-067': ['intrawave_layers'],
  'S-069': ['subgroup_section'],
  'S-119': ['or_bits_sample', 'sample_id_rmw', 'sample_mask_rate'],
  'S-142': ['ro_in_section'],
  'S-149': ['coarse_rates'],
  'P-007': ['coherent_stale', 'mixed_reads'],
  'P-027': ['cond_access', 'loop_in_section', 'switch_section', 'subgroup_section'],
  'P-028': ['cond_access', 'loop_in_section', 'switch_section'],
  'P-040': ['rmw_image'],
  'P-081': ['mrt4', 'depth_export', 'discard_after'],
  'P-092': ['mrt4', 'depth_export'],
  'P-096': ['mixed_reads'],
  'P-098': ['mixed_reads'],
  'P-121': ['drawn_accesses'],
});

/** Statements that project tests check without a run, by comparing generated data, keyed by test path. */
export const STATEMENTS_BY_PROJECT_TEST: Readonly<Record<string, readonly string[]>> = lookup({
  'test/rtl-model/db/shared-edges.test.ts': ['S-122'],
  'test/rtl-model/spi/background.test.ts': ['P-023', 'R-014', 'R-015', 'R-041', 'R-042', 'R-044', 'R-047'],
  'test/rtl-model/spi/launch-controllers.test.ts': ['P-074'],
  'test/rtl-model/structure.test.ts': ['S-150', 'S-151'],
  'test/stimulus/sections/assemble.test.ts': ['R-018', 'R-031', 'R-033', 'R-036'],
  'test/stimulus/sections/colours.slow.ts': [
    ...['R-005', 'R-006', 'R-007', 'R-008', 'R-009', 'R-010', 'R-011', 'R-012', 'R-013', 'R-016', 'R-019'],
    ...['R-020', 'R-021', 'R-022', 'R-023', 'R-024', 'R-025', 'R-026', 'R-027', 'R-028', 'R-029', 'R-030'],
    ...['R-032', 'R-034', 'R-035', 'R-037'],
  ],
});

const faultId = z.custom<FaultId>((id) => typeof id === 'string' && isFaultId(id), 'the id of a fault');

/** The path of a compiled module relative to the project root, without extension. */
const file = z.string();

const breakerSchema = z.union([
  z.strictObject({ fault: faultId }),
  z.strictObject({
    file,
    /** The mutation operator (`tools/bench/mutants/operators.ts`). */
    operator: z.string(),
    /** The mutated function or constant in the module, with the class or table member after a dot. */
    within: z.string(),
    /** Which of the operator's occurrences in `within`, counted from 1. Absent if there is only one. */
    at: z.int().positive().optional(),
  }),
  z.strictObject({
    file,
    /** A string that occurs exactly once in the module. */
    from: z.string(),
    /** The text that replaces it in the mutant. */
    to: z.string(),
  }),
]);

const rowSchema = z.strictObject({
  statement: z.string(),
  breaker: breakerSchema,
  /** The name of the killing test, or the path of a project test. Absent if it comes from the kill matrix. */
  killer: z.string().optional(),
  /** The chip to which the killing test is restricted. */
  chip: z.string().optional(),
  /** The rule that fires. Absent for a project test. */
  rule: z.string().optional(),
  /** One-line explanation of how the breaker violates this statement. */
  why: z.string(),
});

/** What violates a statement: an injected fault, a mutation in a compiled module, or a replacement in its text. */
export type Breaker = z.infer<typeof breakerSchema>;

/** The proof that a statement can be violated: its breaker, and the test and rule that detect it. */
export interface StatementKiller extends z.infer<typeof rowSchema> {
  readonly killer: string;
  /** Whether the test and the rule come from the kill matrix (those tests are replayed by `qualify`). */
  readonly isFromMatrix?: true;
}

/** The proof that a statement can be violated, for display. */
export interface KillerSummary {
  /** A fault id, or a mutation and its location. */
  readonly breaker: string;
  /** The command that replays the killing test. */
  readonly replay: string;
  /** The rule that fires, or the test if no rule does. */
  readonly rule: string;
  readonly why: string;
}

/** Returns the path of the package's statement killers file. */
export function getStatementKillersFile(): string {
  return join(findPackageRoot(), 'data', 'statement-killers.json');
}

/**
 * Reads the statement killers: one or more rows for each statement that can be violated. Throws `UsageError` if the
 * file is malformed or a killer is missing.
 */
export function readStatementKillers(file = getStatementKillersFile()): readonly StatementKiller[] {
  const rows = readDocument('statementKillers', file, z.array(rowSchema));
  const matrix = new Map<string, KillRow>(readKillMatrix(getKillMatrixPath()).map((kill) => [kill.id, kill]));
  return rows.map((row) => {
    const { killer } = row;
    if (killer !== undefined) return { ...row, killer };
    const kill = 'fault' in row.breaker ? matrix.get(row.breaker.fault) : undefined;
    if (kill !== undefined) return { ...row, killer: kill.killer, rule: kill.rule, isFromMatrix: true };
    throw new UsageError(
      `Invalid statement killers ${file}: ${row.statement} has no killer, and its breaker is not a fault in the kill matrix`,
    );
  });
}

/** Returns whether the killer is a project test. */
export function isProjectTest({ killer }: StatementKiller): boolean {
  return killer.startsWith('test/');
}

/** Writes the rows in the given order, one per line. */
export function writeStatementKillers(
  rows: readonly StatementKiller[],
  file = getStatementKillersFile(),
): void {
  writeAtomic(file, `[\n${rows.map((row) => JSON.stringify(toStoredRow(row))).join(',\n')}\n]\n`);
}

/** Returns the part of a row that is stored in the file. */
function toStoredRow({ isFromMatrix, ...row }: StatementKiller): z.infer<typeof rowSchema> {
  const { statement, breaker, why } = row;
  return isFromMatrix === true ? { statement, breaker, why } : row;
}

/** Describes a breaker and its killer for display. */
export function describeKiller(row: StatementKiller): KillerSummary {
  const { statement, breaker, killer, rule = killer, chip, why } = row;
  const summary = { breaker: formatBreaker(breaker), rule, why };
  if (isProjectTest(row)) return { ...summary, replay: `npx vitest run ${killer}` };
  if (!('fault' in breaker)) return { ...summary, replay: `npm run mutants -- --statement ${statement}` };
  const chips = chip === undefined ? [] : [chip as ChipName];
  return {
    ...summary,
    replay: formatReplayLine(killer, { ...NO_OVERRIDES, chips, faults: [breaker.fault] }),
  };
}

function formatBreaker(breaker: Breaker): string {
  if ('fault' in breaker) return breaker.fault;
  if ('from' in breaker) return `${breaker.file}: ${joinLines(breaker.from)} → ${joinLines(breaker.to)}`;
  const { file, operator, within: target, at: occurrence } = breaker;
  return `${operator} in ${target} of ${file}${occurrence === undefined ? '' : `, occurrence ${occurrence}`}`;
}

function joinLines(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
