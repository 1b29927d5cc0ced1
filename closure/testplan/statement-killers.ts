import { join } from 'node:path';
import { z } from 'zod';
import type { ChipName } from '../../arch/index.js';
import { packageRoot } from '../../base/basics/index.js';
import { readJsonInput } from '../../base/input/index.js';
import { writeWhole } from '../../base/output/index.js';
import { NO_OVERRIDES, replayLine } from '../../harness/selection/index.js';
import {
  describeFirstIssue,
  type FaultId,
  isFaultId,
  safeParse,
  UsageError,
} from '../../transactions/index.js';

const faultId = z.custom<FaultId>((id) => typeof id === 'string' && isFaultId(id), 'the id of a fault');

const breakerSchema = z.union([
  z.strictObject({ fault: faultId }),
  z.strictObject({
    /** Compiled module, as a path below the project without ending. */
    file: z.string(),
    /** Text that stands in the module once, and what stands there in the mutant. */
    from: z.string(),
    to: z.string(),
  }),
]);

const rowSchema = z.strictObject({
  statement: z.string(),
  breaker: breakerSchema,
  /** Name of the killing test, or the path of one of the project's own tests. */
  killer: z.string(),
  /** The chip that the killing test is limited to. */
  chip: z.string().optional(),
  /** The rule that fires; `structure` where a check of the structure fails, absent for a test of the project. */
  rule: z.string().optional(),
  /** How the breaker breaks this statement, in one line. */
  why: z.string(),
});

/** What breaks a statement: an injected fault, or a change of one compiled module. */
export type Breaker = z.infer<typeof breakerSchema>;

/** The proof that a statement can fail: what breaks it, and the test and rule that see it. */
export type StatementKiller = z.infer<typeof rowSchema>;

/** The proof that a statement can fail, as it is shown. */
export interface ShownKiller {
  /** Id of a fault, or a change of the model. */
  readonly breaker: string;
  /** The line that replays it. */
  readonly replay: string;
  /** The rule that fires; the test, where no rule does. */
  readonly rule: string;
  readonly why: string;
}

/** Stands for a rule where a check of the structure fails. */
export const STRUCTURE_RULE = 'structure';

/** Where the package keeps the pairs of breaker and killer. */
export function statementKillersFile(): string {
  return join(packageRoot(), 'data', 'statement-killers.json');
}

/** The judged statements, each with its killer. Throws `UsageError` where the file is not in its shape. */
export function readStatementKillers(file = statementKillersFile()): readonly StatementKiller[] {
  const document = readJsonInput('statementKillers', file);
  const parsed = safeParse(z.array(rowSchema), document);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Invalid killers of statements ${file}: ${describeFirstIssue(parsed.error, document)}`,
  );
}

/** Whether the killer is one of the project's own tests. */
export function isProjectTest({ killer }: StatementKiller): boolean {
  return killer.startsWith('test/');
}

/** Writes the rows, one a line, in the order of their statements in the list. */
export function writeStatementKillers(rows: readonly StatementKiller[], file = statementKillersFile()): void {
  writeWhole(file, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
}

/** A pair as people read it. */
export function shownKiller(row: StatementKiller): ShownKiller {
  const { statement, breaker, killer, rule = killer, chip, why } = row;
  const changed =
    'file' in breaker ? `${breaker.file}: ${oneLine(breaker.from)} → ${oneLine(breaker.to)}` : '';
  if (isProjectTest(row)) return { breaker: changed, replay: `npx vitest run ${killer}`, rule, why };
  if ('file' in breaker)
    return { breaker: changed, replay: `npm run mutants -- --statement ${statement}`, rule, why };
  const chips = chip === undefined ? [] : [chip as ChipName];
  const replay = replayLine(killer, { ...NO_OVERRIDES, chips, faults: [breaker.fault] });
  return { breaker: breaker.fault, replay, rule, why };
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
