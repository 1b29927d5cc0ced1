import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/index.js';

/** Reads the rows of the table below a heading of `docs/fidelity.md`. */
function readTable(heading: string): string[][] {
  const page = readFileSync(join(findPackageRoot(), 'docs/fidelity.md'), 'utf8');
  const [, section] = page.split(`\n## ${heading}\n`);
  const [, , ...rows] = section!.split('\n## ')[0]!.match(/^\|.*(?= \|$)/gm)!;
  return rows.map((row) => row.slice('| '.length).split(' | '));
}

/**
 * Returns, by id, why nothing could violate a statement: it concerns the source itself, history, wording, conventions
 * or parts that are not modelled. Every other statement can be judged.
 */
export function readInformative(): ReadonlyMap<string, string> {
  return new Map(readTable('Statements that nothing can violate').map(([id, why]) => [id!, why!]));
}

/** Returns the ids of the statements that the testbench checks, but not word for word. */
export function listReadings(): string[] {
  return readTable('Statements modelled in part, or in one of several readings').map(([id]) => id!);
}

/**
 * Returns the additions to the statement list (S, R, P), numbered from X-001 and treated like the others. They come
 * from the source documents or, since those end with GFX11 (S-003), from another source.
 */
export function readAddedStatements(): Statement[] {
  return readTable('Our own statements').map(([id, text, source]) => {
    return { id: id!, source: source!, text: text! };
  });
}

/** A numbered statement from the source documents (docs/reference/statements.md). */
export interface Statement {
  readonly id: string;
  /** The numbers of the documents that contain it. */
  readonly source: string;
  readonly text: string;
  /** Why nothing could violate the statement. Absent if the statement can be violated. */
  readonly informative?: string;
}

const ROW = /^\| ([SRP]-\d{3}) \| (.*?) \| (.*?) \| /gm;

/** Reads all statements in order, followed by this project's additions. Throws if the list is malformed. */
export function readStatements(): Statement[] {
  const list = readFileSync(join(findPackageRoot(), 'docs/reference/statements.md'), 'utf8');
  return parseStatements(list, readInformative(), readAddedStatements());
}

/**
 * Parses a list of statements, one per table row, and appends `additions`. Throws if `informative` names an unlisted
 * statement.
 */
export function parseStatements(
  list: string,
  informative: ReadonlyMap<string, string>,
  additions: readonly Statement[] = [],
): Statement[] {
  const listed = Array.from(list.matchAll(ROW), ([, id, text, source]) => ({
    id: id!,
    source: source!,
    text: text!,
  }));
  const statements = [...listed, ...additions].map((statement) => ({
    ...statement,
    ...(informative.has(statement.id) ? { informative: informative.get(statement.id)! } : {}),
  }));
  const unknownIds = [...informative.keys()].filter(
    (id) => !statements.some((statement) => statement.id === id),
  );
  if (unknownIds.length > 0) throw new Error(`Unknown informative statements: ${unknownIds.join(', ')}.`);
  return statements;
}
