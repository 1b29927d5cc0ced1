import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ChipName, chipOf, factsOf } from '../../../arch/index.js';
import type { ProgramVerdict } from '../../../intake/check/check-program.js';
import { callCli } from '../../cli/support/call-cli.js';
import { checkFile } from '../check/support/check-text.js';
import { CORPUS_SOURCES, compareSource } from './support/corpus-proof.js';
import { findTestDriver } from './support/test-driver.js';

const driver = findTestDriver();

/** One chip of each generation known to the driver. */
const CHIPS: readonly ChipName[] = ['vega10', 'navi10', 'navi21', 'navi31', 'navi48'];

const getPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const correctFiles = readdirSync(getPath('right'));

/** Shaders with one mistake each, with its line and the rule that it breaks on each chip. */
const WRONG: readonly (readonly [file: string, line: number, breaks: (chip: ChipName) => string])[] = [
  ['load-before', 9, () => 'PROTO-08'],
  ['image-load-before', 8, () => 'PROTO-08'],
  ['one-of-two-before', 10, () => 'PROTO-08'],
  ['load-before-loop', 9, () => 'PROTO-08'],
  ['atomic-before', 9, () => 'PROTO-08'],
  ['address-load-before', 10, () => 'RACE-03'],
  ['function-store-before', 8, () => 'PROTO-08'],
  ['store-after', 12, getRuleAfterEnd],
  ['conditional-store-after', 13, getRuleAfterEnd],
  ['no-coherent-buffer', 10, () => 'VIS-01 warning'],
  ['no-coherent-image', 9, () => 'VIS-01 warning'],
  ['sample-interlock-pixel-data', 11, () => 'ORD-13'],
  ['sample-interlock-pixel-data', 11, () => 'shared-samples'],
  ['samples-share-word', 9, () => 'shared-samples'],
];

/**
 * Returns the rule or warning for an access after the end of the section. If the section lasts until the last export,
 * the access is correct, and a warning names the chips on which it is not.
 */
function getRuleAfterEnd(chip: ChipName): string {
  return factsOf(chipOf(chip).gfx).exitsByExport ? 'late-access' : 'PROTO-08';
}

/** Returns a chip for a shader, plus one on which the shader breaks a different rule, if any. */
function selectChips(index: number): readonly ChipName[] {
  const first = CHIPS[index % CHIPS.length]!;
  const other = CHIPS.find((chip) => WRONG[index]![2](chip) !== WRONG[index]![2](first));
  return other === undefined ? [first] : [first, other];
}

function check(file: string, chip: ChipName, seeds: number): ProgramVerdict {
  return checkFile(getPath(file), { chips: [chip], driver }, { seeds, strict: false });
}

describe.skipIf(driver === undefined)('check of driver-compiled sources', () => {
  it.each(WRONG.map((row, i) => [...row, i] as const))('reports %s at line %i', (name, line, breaks, i) => {
    for (const chip of selectChips(i)) {
      const { verdict, violations, weaknesses } = check(`wrong/${name}.frag`, chip, 1);
      const found = violations.map((entry) => {
        const { rule, severity } = entry.violation;
        return `${rule}${severity === 'error' ? '' : ' warning'}, line ${entry.line}`;
      });
      const notes = weaknesses.map((weakness) => `${weakness.name}, line ${weakness.line}`);
      expect([...found, ...notes], `${name} on ${chip}`).toContain(`${breaks(chip)}, line ${line}`);
      expect(verdict, `${name} on ${chip}`).toBe(
        /^(?:ORD|PROTO|RACE|shared)/.test(breaks(chip)) ? 'fail' : 'pass',
      );
    }
  });

  it('reports that a sample interlock does not order per-pixel data', () => {
    expect(check('wrong/sample-interlock-pixel-data.frag', 'navi21', 1).assumed.join()).toMatch(
      /source: the shader uses a sample interlock but runs once per pixel/,
    );
  });

  it.each(correctFiles.map((file, i) => [file, i] as const))('passes %s', (file, i) => {
    const chip = CHIPS[i % CHIPS.length]!;
    const { verdict, violations } = check(`right/${file}`, chip, 1);
    const rules = violations.map(({ violation }) => `${violation.rule} ${violation.severity}`);
    expect([verdict, rules.filter((rule) => !rule.startsWith('PERF-'))], `${file} on ${chip}`).toEqual([
      'pass',
      [],
    ]);
  });

  it('reproduces the arguments, user data and inputs of every fourth corpus source', () => {
    const mismatches = CORPUS_SOURCES.filter((_, i) => i % 4 === 0)
      .flatMap((source, i) => compareSource(source, i % 2 === 0 ? 'vega10' : 'navi31', 64, driver, 4))
      .filter(
        ({ sameArguments, sameUserData, sameInputs }) => !(sameArguments && sameUserData && sameInputs),
      );
    expect(mismatches.map(({ id, samples }) => `${id} ${samples}`)).toEqual([]);
  });

  it('does not move computations of the fragment shader to an earlier stage', () => {
    const indexed = '../../../data/corpus/shaders/push_const_indexed.frag';
    expect(check(indexed, 'navi31', 1).verdict).toBe('pass');
  });

  it.each([
    ['none', 'ORD-15', /draw 0 .*fill.frag.* writes canvas, and draw 1 .*read.frag/],
    ['loop', 'ORD-15', /canvas is target 0 of draw 1 .*read.frag/],
    ['barrier', undefined, undefined],
  ] as const)('judges a scene of a section and a plain texture read: %s', (name, rule, allowed) => {
    for (const chip of ['navi21', 'navi31'] as const) {
      const { verdict, violations } = check(`scene/${name}.state.json`, chip, 1);
      expect([chip, verdict]).toEqual([chip, rule === undefined ? 'pass' : 'fail']);
      const found = violations.find(({ violation }) => violation.rule === rule);
      if (allowed !== undefined) expect(found?.violation.allowed).toMatch(allowed);
    }
  });

  it('shows the instruction of a finding under its source line', async () => {
    const file = getPath('wrong/load-before.frag');
    const { stdout } = await callCli([
      ...['check', file, '--chip', 'navi21', '--driver', driver!, '--seeds', '1', '--workers', '1', '--isa'],
    ]);
    const [, pc] = /line 9, pc (0x[0-9a-f]+) /.exec(stdout)!;
    expect(stdout).toMatch(
      new RegExp(
        `^    line 9: uint old = words\\[at\\];\n  > +${pc} +buffer_load_dword .*load of Words$`,
        'm',
      ),
    );
    expect(stdout.match(/^ *> /gm)).toHaveLength(1);
  });

  it('checks a source for two chips from the command line, and reports its lines in SARIF', async () => {
    const file = getPath('wrong/load-before.frag');
    const { code, stdout, stderr } = await callCli([
      ...['check', file, '--chip', 'navi21,navi31', '--driver', driver!, '--seeds', '1', '--workers', '1'],
      ...['--sarif', '-', '--', '-DUNUSED'],
    ]);
    const { results } = (JSON.parse(stdout) as { runs: { results: { locations: unknown }[] }[] }).runs[0]!;
    expect([code, stderr]).toEqual([1, '0 passed, 2 failed, 0 unsupported\n']);
    expect(JSON.stringify(results[0]!.locations)).toContain('"startLine":9');
    expect(JSON.stringify(results)).toContain(`load-before.frag/navi31/w64`);
    expect(JSON.stringify(results)).toContain("-- '-DUNUSED'");
  });
});
