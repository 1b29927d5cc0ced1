import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHIP_NAMES, GENERATIONS } from '../../arch/index.js';
import { packageRoot } from '../../base/basics/package-root.js';
import { ROOMS } from './support/rooms.js';

/** Rooms that must ask `factsOf` about a generation; `arch` has the facts and encodings, and `examples` is a user's own code. */
const OUTSIDE_ARCH = ROOMS.filter((room) => room !== 'arch' && room !== 'examples');

const names = GENERATIONS.map((gfx) => gfx.replaceAll('.', String.raw`\.`)).join('|');
const quoted = `['"\`](?:${names})['"\`]`;
const comparison = new RegExp(`[!=]==?\\s*${quoted}|${quoted}\\s*[!=]==?|case\\s*${quoted}`);
/** A list of generations, from which a rule, fault or bin would silently omit the next one. */
const listOfGenerations = new RegExp(`\\[\\s*${quoted}`);
/** Part of a name, a chronological order, or a generation's index. */
const disguisedComparison = new RegExp(
  [
    String.raw`(?<!\w)\/\^?gfx\d`,
    String.raw`(?:startsWith|endsWith|includes)\(\s*['"\x60]gfx\d`,
    String.raw`GENERATIONS\.(?:indexOf\([^)]*\)\s*[<>]|slice\(|at\()`,
    String.raw`(?:isAtLeast|generationsSince|generationsBefore)\(.*${quoted}`,
  ].join('|'),
);
/** A bug or size specific to chips belongs in their rows. */
const chips = `['"\`](?:${CHIP_NAMES.join('|')})['"\`]`;
const chipComparison = new RegExp(`[!=]==?\\s*${chips}|${chips}\\s*[!=]==?|case\\s*${chips}`);
const chipList = new RegExp(`\\[\\s*${chips}`);
/** Rooms in which a list of chips states a fact; elsewhere it says what to run. */
const ABOUT_CHIPS = /^(?:transactions|rtl-model|stimulus|checkers|coverage)\//;
/** Each cell names its expectations for the existing generations. */
const EXPECTATIONS = 'stimulus/matrix/';

function isRefused(file: string, line: string): boolean {
  if (comparison.test(line) || disguisedComparison.test(line) || chipComparison.test(line)) return true;
  if (ABOUT_CHIPS.test(file) && chipList.test(line)) return true;
  return listOfGenerations.test(line) && !file.startsWith(EXPECTATIONS);
}

it('uses facts of the generation or chip, never its name, outside arch', () => {
  const files = OUTSIDE_ARCH.flatMap((room) =>
    readdirSync(join(packageRoot(), room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(room, name)),
  );
  const found = files.flatMap((file) =>
    readFileSync(join(packageRoot(), file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isRefused(file, line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found, 'add the fact to arch/generation-facts.ts, or to the chips').toEqual([]);
});

it.each([
  ['refuses', "if (gfx === 'gfx11') return;"],
  ['refuses', "if (chip.gfx !== 'gfx10.3') return;"],
  ['refuses', 'switch (gfx) { case "gfx9":'],
  ['refuses', "generations: ['gfx9'],"],
  ['refuses', "new Set<Gfx>(['gfx10', 'gfx10.3']).has(gfx)"],
  ['refuses', "if (gfx.startsWith('gfx10')) return;"],
  ['refuses', 'if (/^gfx11/.test(gfx)) return;'],
  ['refuses', 'if (GENERATIONS.indexOf(gfx) >= 2) return;'],
  ['refuses', 'ORDERING_GENERATIONS.slice(1).every(hasIt)'],
  ['refuses', "if (isAtLeast(gfx, 'gfx11')) return;"],
  ['refuses', "if (chip.name === 'raven') return;"],
  ['refuses', "const DRAIN_CHIPS: readonly string[] = ['raven', 'vega10'];"],
  ['allows', 'generations: WITH_WAVE_IDS,'],
])('%s %s', (outcome, line) => {
  expect(isRefused('rtl-model/x.ts', line)).toBe(outcome === 'refuses');
});

it('allows the scenario matrix to name what it expects of each generation', () => {
  expect(isRefused('stimulus/matrix/parts/cells.ts', "...onEach(['gfx9'], 'why'),")).toBe(false);
});
