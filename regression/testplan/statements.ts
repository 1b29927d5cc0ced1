import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../basics/package-root.js';
import { INFORMATIVE } from './informative.js';

/** A numbered statement of the seed documents. */
export interface Statement {
  readonly id: string;
  /** Numbers of the documents that make it. */
  readonly source: string;
  readonly text: string;
  /** Why nothing could break it; absent where something can. */
  readonly informative?: string;
}

const ROW = /^\| ([SRP]-\d{3}) \| (.*?) \| (.*?) \| /gm;

/** All statements, in their order. Throws where the list is not in its shape. */
export function readStatements(): Statement[] {
  return parseStatements(readFileSync(join(packageRoot(), 'docs/reference/statements.md'), 'utf8'));
}

/** The statements of a list, a table row each. Throws where a reason is given for one that is not listed. */
export function parseStatements(
  list: string,
  informative: Readonly<Record<string, string>> = INFORMATIVE,
): Statement[] {
  const statements = Array.from(list.matchAll(ROW), ([, id, text, source]) => ({
    id: id!,
    source: source!,
    text: text!,
    ...(Object.hasOwn(informative, id!) ? { informative: informative[id!]! } : {}),
  }));
  const unknown = Object.keys(informative).filter((id) => !statements.some((each) => each.id === id));
  if (unknown.length > 0)
    throw new Error(`Informative statements that are not listed: ${unknown.join(', ')}.`);
  return statements;
}
