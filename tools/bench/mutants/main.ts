import { parseArgs } from 'node:util';
import { printKiller, updateKillers } from './statements.js';

const USAGE = 'Usage: npm run mutants -- --statement ID | --statements';

/** Runs the requested check. Returns false if a killer no longer works. */
async function run(args: readonly string[]): Promise<boolean> {
  const options = { statement: { type: 'string' }, statements: { type: 'boolean' } } as const;
  const { statement, statements } = parseArgs({ args: [...args], options }).values;
  if (statement !== undefined) return await printKiller(statement);
  if (statements === true) return await updateKillers();
  throw new Error('Expected --statement or --statements');
}

try {
  if (!(await run(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
