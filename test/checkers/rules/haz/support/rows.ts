import {
  assembleLines,
  decodeProgram,
  type Gfx,
  getGenerationEntry,
  HAZARDS,
  type HazardRow,
} from '../../../../../arch/index.js';
import { examine } from '../../../../../checkers/evidence/static/examine.js';
import { getHazardRule } from '../../../../../checkers/evidence/static/judges/hazards.js';
import type { StaticFinding } from '../../../../../checkers/evidence/static/report.js';

/** A row's example in one generation. */
export interface Example {
  readonly row: HazardRow;
  readonly gfx: Gfx;
  /** The lines, of which the last comes too early. */
  readonly lines: readonly string[];
}

/** The examples of all rows that a rule reports. */
export function listExamples(rule: string): readonly Example[] {
  return HAZARDS.filter((row) => getHazardRule(row) === rule).flatMap((row) =>
    row.generations.flatMap((gfx) => {
      const { example } = row;
      if (example === undefined) return [];
      const text = typeof example === 'string' ? example : getGenerationEntry({ gfx9: '', ...example }, gfx);
      return text === '' ? [] : [{ row, gfx, lines: text.split('\n') }];
    }),
  );
}

/** The findings of all rules about hazards in a program that ends after the given lines. */
export function findHazardRules(lines: readonly string[], gfx: Gfx): ReadonlyMap<string, StaticFinding> {
  const words = assembleLines([...lines, 's_endpgm'].join('\n'), gfx, 64).flatMap((line) => line.words);
  const { findings } = examine(decodeProgram(words, gfx, 64), undefined);
  return new Map([...findings].filter(([rule]) => rule.startsWith('HAZ') || rule === 'RACE-05'));
}

/** Inserts lines before the last one. */
export function insertBeforeLast(
  lines: readonly string[],
  ...inserted: readonly string[]
): readonly string[] {
  return [...lines.slice(0, -1), ...inserted, lines.at(-1)!];
}
