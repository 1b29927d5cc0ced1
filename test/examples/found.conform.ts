import { readdirSync, readFileSync } from 'node:fs';
import type { ChipName } from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import { checkProgram } from '../../intake/check/check-program.js';
import { readSubjects } from '../../intake/check/check-subjects.js';
import { extractCommands } from '../cli/support/doc-commands.js';
import { findTestDriver } from '../intake/source/support/test-driver.js';

const driver = findTestDriver();
const PAGE = readFileSync('docs/found.md', 'utf8');
const CHIPS: readonly ChipName[] = ['vega10', 'navi10', 'navi21', 'navi31', 'navi48'];

/** The rows of the page's table: shader, finding, chips. */
const ROWS = Array.from(
  PAGE.matchAll(/^\| \[(.+?)\]\((.+?)\) +\| ([\w-]+)(, a warning)? +\| (.+?) +\|$/gm),
  ([, name, file, finding, warning, chips]) => ({
    name: name!,
    file: `docs/${file}`,
    finding: finding!,
    isWarning: warning !== undefined,
    chips: chips === 'all' ? CHIPS : (chips!.split(', ') as ChipName[]),
  }),
);
const COMMANDS = extractCommands('found.md', PAGE);

it('lists every shader once, with a command that checks it on chips that show the finding', () => {
  expect(ROWS.map(({ file }) => file).toSorted()).toEqual(
    readdirSync('docs/examples/found')
      .map((name) => `docs/examples/found/${name}`)
      .toSorted(),
  );
  expect(COMMANDS.map(({ args }) => args[1])).toEqual(ROWS.map(({ file }) => file));
  for (const [i, { args }] of COMMANDS.entries())
    expect(args.at(-1)!.split(',')).toEqual(expect.arrayContaining(ROWS[i]!.chips.slice(-2, -1)));
});

describe.skipIf(driver === undefined)('the shaders of the page', () => {
  it.each(ROWS)('$name: $finding', ({ name, file, finding, isWarning, chips }) => {
    const corpus = openCorpus();
    for (const chip of CHIPS) {
      const [subject] = readSubjects(file, { chips: [chip], driver });
      const result = checkProgram(subject!, { seeds: 1, seed: '0xc4ec', strict: false }, corpus);
      const rules = result.violations.map(({ violation }) => violation.rule as string);
      const found = [...rules, ...result.weaknesses.map((weakness) => weakness.name)];
      const isFaulty = chips.includes(chip);
      expect(found.includes(finding), `${name} on ${chip}: ${found.join()}`).toBe(isFaulty);
      expect(result.verdict, `${name} on ${chip}`).toBe(isFaulty && !isWarning ? 'fail' : 'pass');
    }
  });
});
