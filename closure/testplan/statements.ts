import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { ADDED_STATEMENTS, type AddedStatement } from './added-statements.js';
import { INFORMATIVE } from './informative.js';

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
  return parseStatements(list, INFORMATIVE, ADDED_STATEMENTS);
}

/**
 * Parses a list of statements, one per table row, and appends `additions`. Throws if `informative` names an unlisted
 * statement.
 */
export function parseStatements(
  list: string,
  informative: Readonly<Record<string, string>> = INFORMATIVE,
  additions: readonly AddedStatement[] = [],
): Statement[] {
  const listed = Array.from(list.matchAll(ROW), ([, id, text, source]) => ({
    id: id!,
    source: source!,
    text: text!,
  }));
  const statements = [...listed, ...additions].map((statement) => ({
    ...statement,
    ...(Object.hasOwn(informative, statement.id) ? { informative: informative[statement.id]! } : {}),
  }));
  const unknownIds = Object.keys(informative).filter(
    (id) => !statements.some((statement) => statement.id === id),
  );
  if (unknownIds.length > 0) throw new Error(`Unknown informative statements: ${unknownIds.join(', ')}.`);
  return statements;
}
