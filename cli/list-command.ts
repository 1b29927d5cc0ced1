import type { Command } from 'commander';
import { CHIP_NAMES, type ChipName, chipOf, GENERATIONS } from '../arch/index.js';
import { makeUnknownNameError, selectByGlobs } from '../harness/basics/index.js';
import { JSON_OPTION } from '../harness/options/index.js';
import {
  EXIT,
  type FinishCommand,
  getTableWidth,
  printJson,
  printResult,
  RESULTS,
} from '../harness/terminal/index.js';
import { fitTable } from '../harness/text/index.js';
import { LISTINGS, type Listing } from './listings.js';

/** Maximum number of names in a cell. For longer lists, the cell shows only the count. */
const MAX_NAMES = 6;

/**
 * Formats names for a table cell. A complete generation is shown as its name, and a long list as its length;
 * `--json` prints every name.
 */
export function formatNames(title: string, names: readonly unknown[]): string {
  if (title === 'chips') return formatChips(names as readonly ChipName[]);
  return names.length > MAX_NAMES ? String(names.length) : names.join(' ');
}

/** Returns `all`, `none`, or the names of complete generations and of the remaining chips. */
function formatChips(chips: readonly ChipName[]): string {
  if (chips.length === CHIP_NAMES.length) return 'all';
  if (chips.length === 0) return 'none';
  const labels = GENERATIONS.map((gfx) => {
    const listedChips = chips.filter((chip) => chipOf(chip).gfx === gfx);
    const isComplete = CHIP_NAMES.every((chip) => chipOf(chip).gfx !== gfx || listedChips.includes(chip));
    return isComplete ? gfx : listedChips.join(' ');
  });
  return labels.filter((label) => label !== '').join(' ');
}

const EXAMPLES = `
Examples:
  pops-tb list                  the available lists
  pops-tb list tests
  pops-tb list rules 'RACE-*'   the rules whose names match
  pops-tb list knobs --json     all names, even where the table shows only a count
`;

/** Adds the arguments and options of `list`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('[what]', Object.keys(LISTINGS).join(', '))
    .argument('[names]', 'comma-separated names to list; * is a wildcard')
    .addOption(JSON_OPTION)
    .addHelpText('after', EXAMPLES)
    .action((kind: string | undefined, names: string | undefined, options: { json?: boolean }) => {
      if (kind !== undefined && !Object.hasOwn(LISTINGS, kind))
        throw makeUnknownNameError('list', kind, Object.keys(LISTINGS));
      const rows = kind === undefined ? countLists() : selectRows(kind, LISTINGS[kind]!(), names);
      if (options.json === true) printJson(rows);
      else printResult(formatTable(rows));
      finish(EXIT.OK);
    });
}

/** Returns one row per list: its name and its number of entries. */
function countLists(): Listing {
  return Object.entries(LISTINGS).map(([list, getRows]) => ({ list, entries: getRows().length }));
}

/**
 * Returns the rows whose first column matches any of the globs. Throws `UsageError` if a glob matches no row.
 */
function selectRows(kind: string, rows: Listing, names = '*'): Listing {
  const getName = (row: Listing[number]): string => String(Object.values(row)[0]);
  const { matching, unmatched } = selectByGlobs(rows, getName, names);
  if (unmatched !== undefined)
    throw makeUnknownNameError(kind.slice(0, -1), unmatched, [...new Set(rows.map(getName))]);
  return matching;
}

function formatTable(rows: Listing): string {
  const titles = Object.keys(rows[0] ?? {});
  const columns = titles.map((title) =>
    typeof rows[0]?.[title] === 'number' ? { title, align: 'right' as const } : { title },
  );
  return fitTable(
    columns,
    rows.map((row) => titles.map((title) => formatCell(title, row[title]))),
    getTableWidth(RESULTS),
  );
}

function formatCell(title: string, value: unknown): string {
  return Array.isArray(value) ? formatNames(title, value) : String(value);
}
