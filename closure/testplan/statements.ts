import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { ADDED_STATEMENTS, type AddedStatement } from './added-statements.js';
import { INFORMATIVE } from './informative.js';

/** A numbered statement from the source documents (docs/reference/statements.md). */
export interface Statement {
  readonly id: string;
  /** The numbers of the documents that state it. */
  readonly source: string;
  readonly text: string;
  /** Why nothing could violate it. Absent if something can. */
  readonly informative?: string;
}

const ROW = /^\| ([SRP]-\d{3}) \| (.*?) \| (.*?) \| /gm;

/** Reads all statements in order, followed by this project's additions. Throws if the list is malformed. */
export function readStatements(): Statement[] {
  const list = readFileSync(join(findPackageRoot(), 'docs/reference/statements.md'), 'utf8');
  return parseStatements(list, INFORMATIVE, ADDED_STATEMENTS);
}

/**
 * Parses a list of statements, one per table row, and appends `others`. Throws if `informative` names an unlisted
 * statement.
 */
export function parseStatements(
  list: string,
  informative: Readonly<Record<string, string>> = INFORMATIVE,
  others: readonly AddedStatement[] = [],
): Statement[] {
  const listed = Array.from(list.matchAll(ROW), ([, id, text, source]) => ({
    id: id!,
    source: source!,
    text: text!,
  }));
  const statements = [...listed, ...others].map((statement) => ({
    ...statement,
    ...(Object.hasOwn(informative, statement.id) ? { informative: informative[statement.id]! } : {}),
  }));
  const unknown = Object.keys(informative).filter(
    (id) => !statements.some((statement) => statement.id === id),
  );
  if (unknown.length > 0)
    throw new Error(`Informative statements that are not listed: ${unknown.join(', ')}.`);
  return statements;
}
