import { chipOf, GENERATIONS, type Gfx, getOrderingGeneration } from '../../arch/index.js';
import type { SequenceTally } from '../../harness/run-directory/index.js';
import {
  findMatrixTest,
  getCellName,
  listCellChips,
  MATRIX_CELLS,
  type MatrixCell,
} from '../../stimulus/index.js';
import type { RuleId } from '../../transactions/index.js';

/** A cell's outcome on a generation; `absent` if the run contained none of its tests. */
export type CellOutcome =
  | { readonly kind: 'pass' | 'expected'; readonly tests: number; readonly rules: readonly RuleId[] }
  | { readonly kind: 'fail'; readonly tests: number; readonly failed: number }
  | { readonly kind: 'forbidden'; readonly reason: string }
  | { readonly kind: 'absent' };

/** A cell of the scenario matrix with its outcomes. */
export interface MatrixResult {
  readonly cell: string;
  readonly title: string;
  /** The rules that must fire; no others may. */
  readonly expects: Readonly<Record<Gfx, readonly RuleId[]>>;
  /** Why those rules fire; empty if none are expected. */
  readonly because: string;
  readonly outcomes: Readonly<Record<Gfx, CellOutcome>>;
}

/** Returns the outcomes of all cells in a run, computed from the tallies of their sequences. */
export function collectMatrixResults(
  tallies: Readonly<Record<string, SequenceTally>>,
): readonly MatrixResult[] {
  const sums = new Map<string, SequenceTally>();
  for (const [name, { tests, failed }] of Object.entries(tallies)) {
    const test = findMatrixTest(name);
    if (test === undefined) continue;
    const key = `${getCellName(test.cell)} ${chipOf(test.chip).gfx}`;
    const previous = sums.get(key) ?? { tests: 0, failed: 0 };
    sums.set(key, { tests: previous.tests + tests, failed: previous.failed + failed });
  }
  return MATRIX_CELLS.map((cell) => ({
    cell: getCellName(cell),
    title: cell.title,
    expects: mapGenerations((gfx) => getExpectedRules(cell, gfx)),
    because: cell.kind === 'runs' ? (cell.explanation ?? '') : '',
    outcomes: mapGenerations((gfx) => getOutcome(cell, gfx, sums.get(`${getCellName(cell)} ${gfx}`))),
  }));
}

function mapGenerations<T>(getValue: (gfx: Gfx) => T): Record<Gfx, T> {
  return Object.fromEntries(GENERATIONS.map((gfx) => [gfx, getValue(gfx)])) as Record<Gfx, T>;
}

function getExpectedRules(cell: MatrixCell, gfx: Gfx): readonly RuleId[] {
  return cell.kind === 'runs' ? (cell.expects?.[getOrderingGeneration(gfx)] ?? []) : [];
}

/** Why a cell does not run on a generation; undefined if it does. */
function getForbiddenReason(cell: MatrixCell, gfx: Gfx): string | undefined {
  if (cell.kind === 'forbidden') return cell.reason;
  const reason = cell.forbidden?.[getOrderingGeneration(gfx)];
  if (reason !== undefined) return reason;
  const hasChip = listCellChips(cell).some((chip) => chipOf(chip).gfx === gfx);
  return hasChip ? undefined : 'no chip of this generation has the feature under test';
}

/** A cell, and the generations on which it cannot run, all for the same reason. */
interface ForbiddenCells {
  readonly cell: string;
  readonly generations: readonly Gfx[];
  readonly reason: string;
}

/** Lists the cells that cannot run on some generations, with the reasons, in cell order. */
export function listForbiddenCells(): readonly ForbiddenCells[] {
  return MATRIX_CELLS.flatMap((cell) => {
    const reasons = new Map<string, Gfx[]>();
    for (const gfx of GENERATIONS) {
      const reason = getForbiddenReason(cell, gfx);
      if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), gfx]);
    }
    return [...reasons].map(([reason, generations]) => ({ cell: getCellName(cell), generations, reason }));
  });
}

function getOutcome(cell: MatrixCell, gfx: Gfx, tally: SequenceTally | undefined): CellOutcome {
  const reason = getForbiddenReason(cell, gfx);
  if (reason !== undefined) return { kind: 'forbidden', reason };
  if (tally === undefined) return { kind: 'absent' };
  const { tests, failed } = tally;
  if (failed > 0) return { kind: 'fail', tests, failed };
  const rules = getExpectedRules(cell, gfx);
  return { kind: rules.length === 0 ? 'pass' : 'expected', tests, rules };
}
