import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../basics/package-root.js';

/** A numbered statement of the seed documents. */
export interface Statement {
  readonly id: string;
  /** Numbers of the documents that make it. */
  readonly source: string;
  readonly text: string;
  /** No run can verify it; the head of the list says which those are. */
  readonly informative: boolean;
}

const ID = /[SRP]-\d{3}/g;
const ROW = /^\| ([SRP]-\d{3}) \| (.*?) \| (.*?) \| /gm;
const INFORMATIVE = /status `informative`[^:]*: ([^\n]*?)\. /;

/** All statements, in their order. Throws where the list is not in its shape. */
export function readStatements(): Statement[] {
  return parseStatements(readFileSync(join(packageRoot(), 'docs/reference/statements.md'), 'utf8'));
}

/** The statements of a list: a table row each, and a sentence in the head that names the informative ones. */
export function parseStatements(list: string): Statement[] {
  const informative = INFORMATIVE.exec(list)?.[1]?.match(ID);
  if (!informative) throw new Error('The list of statements does not say which are informative.');
  const statements = Array.from(list.matchAll(ROW), ([, id, text, source]) => ({
    id: id!,
    source: source!,
    text: text!,
    informative: informative.includes(id!),
  }));
  const unknown = informative.filter((id) => !statements.some((statement) => statement.id === id));
  if (unknown.length > 0)
    throw new Error(`Informative statements that are not listed: ${unknown.join(', ')}.`);
  return statements;
}
