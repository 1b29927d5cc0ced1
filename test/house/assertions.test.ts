import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MODEL = fileURLToPath(new URL('../../rtl-model/', import.meta.url));

/** The maximum number of lines of code per assertion, in the whole model and in each of its units. */
const LINES_PER_ASSERTION = { model: 21, unit: 23 };

interface Tally {
  lines: number;
  assertions: number;
}

/**
 * Counts each unit's lines of code and assertions. The wiring between units counts as `device`. Excludes imports,
 * faults, and code that only observes units.
 */
function tallyUnits(): Map<string, Tally> {
  const units = new Map<string, Tally>();
  for (const path of readdirSync(MODEL, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('faults.ts') || path.startsWith('fingerprint/')) continue;
    const unit = path.includes('/') ? path.slice(0, path.indexOf('/')) : 'device';
    const tally = units.get(unit) ?? { lines: 0, assertions: 0 };
    const lines = listCodeLines(readFileSync(`${MODEL}${path}`, 'utf8'));
    tally.lines += lines.length;
    tally.assertions += lines.filter((line) => line.startsWith('assert(')).length;
    units.set(unit, tally);
  }
  return units;
}

/** Returns the lines of code. */
function listCodeLines(text: string): readonly string[] {
  const lines = text.replace(/\/\*[\s\S]*?\*\//g, '').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !/^(\/\/|import )/.test(line));
}

const units = tallyUnits();

it('the model has about one assertion per 20 lines of code', () => {
  const tallies = [...units.values()];
  const lines = tallies.reduce((sum, tally) => sum + tally.lines, 0);
  const assertions = tallies.reduce((sum, tally) => sum + tally.assertions, 0);
  expect(lines / assertions).toBeLessThanOrEqual(LINES_PER_ASSERTION.model);
});

it.each([...units])('%s has enough assertions', (_unit, { lines, assertions }) => {
  expect(lines / assertions).toBeLessThanOrEqual(LINES_PER_ASSERTION.unit);
});

it("a wave's counters are modified in only one module, which asserts that they fit their fields", () => {
  const otherModules = readdirSync(MODEL, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'wave-counters.ts')
    .filter((path) => /counters\[[^\n]*\](\+\+|--)/.test(readFileSync(`${MODEL}${path}`, 'utf8')));
  expect(otherModules).toEqual([]);
});
