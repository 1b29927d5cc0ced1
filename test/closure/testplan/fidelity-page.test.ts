import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHIP_NAMES, chipOf, GENERATIONS } from '../../../arch/index.js';
import { getHardwareUnknowns } from '../../../closure/testplan/index.js';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { KNOWN_PROCESSORS } from '../../../harness/elf/index.js';
import { formatMarkdownTable, makeColumns } from '../../../harness/text/index.js';
import { KNOBS } from '../../../transactions/index.js';
import { callCli } from '../../cli/support/call-cli.js';
import { expectGeneratedTables } from '../../support/generated-parts.js';
import { MODEL, UNITS } from '../../support/model-units.js';

const PAGE = join(findPackageRoot(), 'docs/fidelity.md');

/** Returns what each unit of the model omits, according to its README, as rows of a table. */
function readOmissions(): string[][] {
  return UNITS.map((unit) => {
    const text = readFileSync(join(MODEL, unit, 'README.md'), 'utf8');
    const match = /^Not modelled: (.+(?:\n.+)*)/m.exec(text);
    expect(match, `rtl-model/${unit}/README.md must state what is not modelled`).not.toBeNull();
    return [`\`${unit}\``, match![1]!.trim().replace(/\s+/g, ' ')];
  });
}

describe('the fidelity page', () => {
  it('has the tables of unknowns, omissions and other processors', async () => {
    const isDescribed = (name: string): boolean => CHIP_NAMES.some((chip) => chipOf(chip).processor === name);
    const [unknowns] = /^No source describes.*$/m.exec(readFileSync(PAGE, 'utf8'))!;
    const chips = `The model covers ${GENERATIONS.join(', ')}, with ${CHIP_NAMES.length} chips (\`pops-tb list chips\`). Generations before GFX9 have no POPS, and the sources say nothing about later ones (S-003). Of the processors that LLVM names, these have no chip of their own:`;
    await expectGeneratedTables(PAGE, {
      [unknowns]: formatMarkdownTable(
        makeColumns('unknown', 'question', 'known', 'modelled', 'decides'),
        getHardwareUnknowns().map(({ id, question, known, modelled, decides }) => [
          ...[id, question, known],
          ...[modelled, decides],
        ]),
      ),
      '## What the units leave out': formatMarkdownTable(
        makeColumns('unit', 'not modelled'),
        readOmissions(),
      ),
      [chips]: formatMarkdownTable(
        makeColumns('processor', 'programs run on'),
        KNOWN_PROCESSORS.filter(({ name }) => !isDescribed(name)).map(({ name, chip }) => [
          name,
          chip ?? 'no chip',
        ]),
      ),
    });
  });

  it("lists every unknown in pops.md, plus the project's own, each with a knob or a modelled behaviour", () => {
    const unknowns = getHardwareUnknowns();
    const page = readFileSync(join(findPackageRoot(), 'docs/reference/pops.md'), 'utf8');
    expect(unknowns.map(({ id }) => id)).toEqual([
      ...Array.from(page.matchAll(/^\| (U\d+) \|/gm), ([, id]) => id),
      'U32',
      'U33',
    ]);
    expect(unknowns.filter(({ modelled }) => modelled === '')).toEqual([]);
  });

  it('matches the output of list unknowns', async () => {
    const { stdout } = await callCli(['list', 'unknowns', '--json']);
    const rows = getHardwareUnknowns();
    expect(JSON.parse(stdout)).toEqual(
      rows.map(({ id, question, modelled, decides }) => ({ id, question, modelled, decides })),
    );
  });

  it('lists every knob that cites an unknown', () => {
    const listed = new Set(getHardwareUnknowns().flatMap(({ knobs }) => knobs));
    const citingKnobs = Object.entries(KNOBS).filter(([, { source }]) => /\bU\d+/.test(source));
    expect([...listed].sort()).toEqual(citingKnobs.map(([name]) => name).sort());
  });
});
