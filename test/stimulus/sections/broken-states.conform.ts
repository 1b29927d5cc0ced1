import { GENERATIONS } from '../../../arch/index.js';
import { type Breaker, readStatementKillers } from '../../../closure/testplan/statement-killers.js';
import type { SEQUENCES } from '../../../stimulus/index.js';
import { loadBrokenIndex } from '../../../tools/bench/mutants/statements.js';
import { compareColours } from './support/compare-colours.js';

/** The test that kills mutants of the statements below. */
const TEST = 'test/stimulus/sections/colours.slow.ts';

const rows = readStatementKillers().filter(({ killer }) => killer === TEST);

it.each(
  rows.map((row) => [row.statement, row.why, row.breaker as Exclude<Breaker, { fault: unknown }>] as const),
)('section colours are wrong if %s is broken: %s', async (_statement, _reason, breaker) => {
  const mutated = (await loadBrokenIndex(breaker)) as { readonly SEQUENCES: typeof SEQUENCES };
  const sections = mutated.SEQUENCES.find(({ name }) => name === 'sections')!;
  expect(GENERATIONS.some((gfx) => compareColours(sections, gfx).wrong !== undefined)).toBe(true);
});
