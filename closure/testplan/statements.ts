import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/basics/index.js';
import { INFORMATIVE } from './informative.js';
import { OWN_STATEMENTS, type OwnStatement } from './own-statements.js';

/** A numbered statement of the source documents (docs/reference/statements.md). */
export interface Statement {
  readonly id: string;
  /** Numbers of the documents that make it. */
  readonly source: string;
  readonly text: string;
  /** Why nothing could break it; absent where something can. */
  readonly informative?: string;
}

const ROW = /^\| ([SRP]-\d{3}) \| (.*?) \| (.*?) \| /gm;

/** All statements, in their order, those that the list leaves out last. Throws where the list is not in its shape. */
export function readStatements(): Statement[] {
  const list = readFileSync(join(packageRoot(), 'docs/reference/statements.md'), 'utf8');
  return parseStatements(list, INFORMATIVE, OWN_STATEMENTS);
}

/** The statements of a list, a table row each, and others. Throws where a reason is given for one that is in neither. */
export function parseStatements(
  list: string,
  informative: Readonly<Record<string, string>> = INFORMATIVE,
  others: readonly OwnStatement[] = [],
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
  const unknown = Object.keys(informative).filter((id) => !statements.some((each) => each.id === id));
  if (unknown.length > 0)
    throw new Error(`Informative statements that are not listed: ${unknown.join(', ')}.`);
  return statements;
}
