import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';

/** Files and folders that the CLI reads, besides its own code. */
const LINKED_FILES = ['data', 'docs', 'node_modules', 'package.json'];

/**
 * Creates a copy of the CLI in the folder, and returns the path of its main file. In the copy, the named functions
 * begin with the given statements: `throw ...` breaks a stage, and an infinite wait makes it hang. Throws if a function
 * does not exist.
 */
export function createBrokenCli(folder: string, stages: Readonly<Record<string, string>>): string {
  const bundled = join(folder, 'dist', 'bundled');
  mkdirSync(bundled, { recursive: true });
  for (const name of LINKED_FILES) symlinkSync(join(findPackageRoot(), name), join(folder, name));
  cpSync(join(findPackageRoot(), 'dist', 'cli', 'main.js'), join(folder, 'dist', 'cli', 'main.js'));
  const missing = new Set(Object.keys(stages));
  for (const file of readdirSync(join(findPackageRoot(), 'dist', 'bundled'))) {
    if (!/\.m?js$/.test(file)) continue;
    let source = readFileSync(join(findPackageRoot(), 'dist', 'bundled', file), 'utf8');
    for (const [name, statement] of Object.entries(stages)) {
      const broken = insertStatement(source, `function ${name}(`, statement);
      if (broken !== source) missing.delete(name);
      source = broken;
    }
    writeFileSync(join(bundled, file), source);
  }
  if (missing.size > 0)
    throw new Error(`expected the bundles to contain the functions ${[...missing].join(', ')}`);
  return join(folder, 'dist', 'cli', 'main.js');
}

/**
 * Inserts a statement at the start of a function's body. The body comes after the parameters, whose default values
 * may contain parentheses.
 */
function insertStatement(source: string, head: string, statement: string): string {
  const headStart = source.indexOf(head);
  if (headStart < 0) return source;
  let end = headStart + head.length;
  for (let depth = 1; depth > 0; end++) depth += source[end] === '(' ? 1 : source[end] === ')' ? -1 : 0;
  const body = source.indexOf('{', end) + 1;
  return `${source.slice(0, body)}${statement}${source.slice(body)}`;
}
