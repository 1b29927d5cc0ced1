import { CHIP_NAMES, chipOf, GENERATIONS } from '../../arch/index.js';
import { formatMarkdownTable } from '../../base/text/index.js';
import { KNOWN_PROCESSORS } from '../../harness/elf/index.js';
import { ADDED_STATEMENTS } from './added-statements.js';
import { getHardwareUnknowns } from './hardware-unknowns.js';
import { INFORMATIVE } from './informative.js';
import { READINGS } from './readings.js';

const INTRODUCTION = `# What the testbench does not claim

The model follows public descriptions, none of which is complete. This page lists our choices where the descriptions are silent,
what the model leaves out, and where its facts come from. Statements are numbered \`S-nnn\`, \`R-nnn\` and \`P-nnn\` in
[reference/statements.md](reference/statements.md), and \`X-nnn\` below; [coverage.md](coverage.md) says how many of them are
judged.

This page is generated from data: \`npx vitest run test/closure/testplan/fidelity-page.test.ts -u\` regenerates it.`;

const ABOUT_UNKNOWNS = `No source describes how the hardware behaves here. If a knob is listed, tests pick a random value for it unless you set one with \`--set\`. \`pops-tb list unknowns\` prints this table. The "decides" column describes a hardware measurement that would settle the question.`;

/** A source of facts, and how far it can be trusted. */
interface Source {
  readonly name: string;
  readonly status: string;
  readonly facts: string;
}

const source = (name: string, status: string, facts: string): Source => ({
  name,
  status,
  facts,
});

const SOURCES: readonly Source[] = [
  source(
    'POPS article (S-nnn)',
    'unofficial; states that it may be wrong (S-004)',
    'the protocol of entry, exit, memory and registers',
  ),
  source(
    'slides on shader parts (R-nnn)',
    'from open-source driver developers, 2015',
    'prolog, main part, epilog, emulated state',
  ),
  source(
    'description of a mobile pipeline (P-nnn)',
    'unofficial, one chip; parts of it contradict each other and driver headers (pipeline.md 1)',
    'structure, rates, arbitration',
  ),
  source('ISA manuals', 'official; wrong in places (S-019)', 'encodings and meaning of instructions'),
  source('PAL, XGL, LLPC', "the vendor's open-source driver", 'registers, workarounds, section code'),
  source('kernel register headers', 'open source, from the vendor', 'addresses, fields, defaults'),
  source(
    'Mesa (RADV, ACO, radeonsi)',
    'open source, tested on hardware by its users',
    'compiled shaders, register state, waits',
  ),
  source('LLVM', 'open source, partly written by the vendor', 'assembler, section code'),
  source(
    'corpus and GPU scenes',
    'final memory computed by a discrete GPU with hardware interlock; no timing',
    'results that every run must produce',
  ),
];

/**
 * Generates `docs/fidelity.md`: our choices, what units do not model (from their READMEs), missing chips, and sources.
 */
export function renderFidelityPage(notModelled: Readonly<Record<string, string>>): string {
  const sections = [
    INTRODUCTION,
    '## Unknown behaviour of the hardware',
    ABOUT_UNKNOWNS,
    formatMarkdownTable(
      ['unknown', 'question', 'known', 'modelled', 'decides'].map((title) => ({ title })),
      getHardwareUnknowns().map(({ id, question, known, modelled, decides }) => [
        id,
        question,
        known,
        modelled,
        decides,
      ]),
    ),
    '## What the units leave out',
    formatMarkdownTable(
      [{ title: 'unit' }, { title: 'not modelled' }],
      Object.entries(notModelled).map(([unit, text]) => [`\`${unit}\``, text]),
    ),
    'The cost of instructions is a knob (`issueGap`), not a model of the arithmetic units. Compression, power, clocks and memory errors are not modelled.',
    '## Statements modelled in part, or in one of several readings',
    formatMarkdownTable(
      ['statement', 'says', 'modelled', 'why'].map((title) => ({ title })),
      Object.entries(READINGS).map(([id, { says, modelled, reason }]) => [id, says, modelled, reason]),
    ),
    '## Our own statements',
    'These statements are not in the list of statements, but the testplan treats them like the others. The source documents end with GFX11 (S-003), so those about GFX12 are from other sources.',
    formatMarkdownTable(
      ['statement', 'text', 'source'].map((title) => ({ title })),
      ADDED_STATEMENTS.map(({ id, text, source: from }) => [id, text, from]),
    ),
    '## Statements that nothing can violate',
    formatMarkdownTable(
      [{ title: 'statement' }, { title: 'why' }],
      Object.entries(INFORMATIVE).map(([id, reason]) => [id, reason]),
    ),
    '## Chips and generations',
    `The model covers ${GENERATIONS.join(', ')}, with ${CHIP_NAMES.length} chips (\`pops-tb list chips\`). Generations before GFX9 have no POPS, and the sources say nothing about later ones (S-003). Of the processors that LLVM names, these have no chip of their own:`,
    formatMarkdownTable(
      [{ title: 'processor' }, { title: 'programs run on' }],
      KNOWN_PROCESSORS.filter(({ name }) => !isDescribed(name)).map(({ name, chip }) => [
        name,
        chip ?? 'no chip',
      ]),
    ),
    '## Sources',
    formatMarkdownTable(
      [{ title: 'source' }, { title: 'authority' }, { title: 'facts taken from it' }],
      SOURCES.map(({ name, status, facts }) => [name, status, facts]),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

function isDescribed(processor: string): boolean {
  return CHIP_NAMES.some((name) => chipOf(name).processor === processor);
}
