import type { Command } from 'commander';
import { makeUnknownNameError, selectByGlobs } from '../base/basics/index.js';
import {
  EXIT,
  type FinishCommand,
  getTableWidth,
  printJson,
  printResult,
  RESULTS,
} from '../base/terminal/index.js';
import { fitTable } from '../base/text/index.js';
import { JSON_OPTION } from '../harness/options/index.js';
import { formatNames } from './listed-names.js';
import { LISTINGS, type Listing } from './listings.js';

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
