import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHIP_NAMES, GENERATIONS } from '../../arch/index.js';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { SOURCE_FOLDERS } from './support/rooms.js';

/**
 * Folders that must look up generation-specific facts with `factsOf`. `arch` itself contains the facts and encodings,
 * and `examples` is user code.
 */
const OUTSIDE_ARCH = SOURCE_FOLDERS.filter((folder) => folder !== 'arch' && folder !== 'examples');

const names = GENERATIONS.map((gfx) => gfx.replaceAll('.', String.raw`\.`)).join('|');
const quoted = `['"\`](?:${names})['"\`]`;
const comparison = new RegExp(`[!=]==?\\s*${quoted}|${quoted}\\s*[!=]==?|case\\s*${quoted}`);
/** A list of generations. A rule, fault or bin with such a list would silently omit a new generation. */
const listOfGenerations = new RegExp(`\\[\\s*${quoted}`);
/** Indirect comparisons of generations: by part of the name, by order or by index. */
const indirectComparison = new RegExp(
  [
    String.raw`(?<!\w)\/\^?gfx\d`,
    String.raw`(?:startsWith|endsWith|includes)\(\s*['"\x60]gfx\d`,
    String.raw`GENERATIONS\.(?:indexOf\([^)]*\)\s*[<>]|slice\(|at\()`,
    String.raw`(?:isAtLeast|generationsSince|generationsBefore)\(.*${quoted}`,
  ].join('|'),
);
/** Comparisons of chips. Bugs and sizes belong in the chip's row instead. */
const chips = `['"\`](?:${CHIP_NAMES.join('|')})['"\`]`;
const chipComparison = new RegExp(`[!=]==?\\s*${chips}|${chips}\\s*[!=]==?|case\\s*${chips}`);
const chipList = new RegExp(`\\[\\s*${chips}`);
/** Folders in which a list of chips encodes a fact about them. In other folders, it selects the chips to run. */
const CHIP_FACT_FOLDERS = /^(?:transactions|rtl-model|stimulus|checkers|coverage)\//;
/** Matrix cells list their expectations by generation name. */
const EXPECTATION_FOLDER = 'stimulus/matrix/';

function isRejected(file: string, line: string): boolean {
  if (comparison.test(line) || indirectComparison.test(line) || chipComparison.test(line)) return true;
  if (CHIP_FACT_FOLDERS.test(file) && chipList.test(line)) return true;
  return listOfGenerations.test(line) && !file.startsWith(EXPECTATION_FOLDER);
}

it('code outside arch/ depends on properties of a generation or chip, never on its name', () => {
  const files = OUTSIDE_ARCH.flatMap((folder) =>
    readdirSync(join(findPackageRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const found = files.flatMap((file) =>
    readFileSync(join(findPackageRoot(), file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (isRejected(file, line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found, 'add the fact to arch/generation-facts.ts, or to the row of the chip').toEqual([]);
});

it.each([
  ['rejects', "if (gfx === 'gfx11') return;"],
  ['rejects', "if (chip.gfx !== 'gfx10.3') return;"],
  ['rejects', 'switch (gfx) { case "gfx9":'],
  ['rejects', "generations: ['gfx9'],"],
  ['rejects', "new Set<Gfx>(['gfx10', 'gfx10.3']).has(gfx)"],
  ['rejects', "if (gfx.startsWith('gfx10')) return;"],
  ['rejects', 'if (/^gfx11/.test(gfx)) return;'],
  ['rejects', 'if (GENERATIONS.indexOf(gfx) >= 2) return;'],
  ['rejects', 'ORDERING_GENERATIONS.slice(1).every(hasIt)'],
  ['rejects', "if (isAtLeast(gfx, 'gfx11')) return;"],
  ['rejects', "if (chip.name === 'raven') return;"],
  ['rejects', "const DRAIN_CHIPS: readonly string[] = ['raven', 'vega10'];"],
  ['allows', 'generations: WITH_WAVE_IDS,'],
])('%s %s', (outcome, line) => {
  expect(isRejected('rtl-model/x.ts', line)).toBe(outcome === 'rejects');
});

it('allows the scenario matrix to name the generations in its expectations', () => {
  expect(isRejected('stimulus/matrix/parts/cells.ts', "...forGenerations(['gfx9'], 'why'),")).toBe(false);
});
