import { CHIP_NAMES, chipOf, GENERATIONS, lookup } from '../../arch/index.js';
import { describeKnobDomain } from '../../harness/basics/index.js';
import { KNOWN_PROCESSORS } from '../../harness/elf/index.js';
import { formatMarkdownTable } from '../../harness/text/index.js';
import { FIXED_UNKNOWNS, KNOBS, type Knob, UNKNOWNS, type Unknown } from '../../transactions/index.js';
import { ADDED_STATEMENTS, INFORMATIVE } from './statements.js';

/**
 * How the model interprets a statement on which the documents disagree or are silent, or that it models only in part.
 */
interface Reading {
  /** The part of the statement that the model interprets or departs from. */
  readonly says: string;
  readonly modelled: string;
  readonly reason: string;
}

/** Statements that the testbench checks, but not word for word; shown in `docs/fidelity.md`. */
export const READINGS: Readonly<Record<string, Reading>> = lookup({
  'S-012': {
    says: 'the collision argument needs two enables',
    modelled: 'CFG-03 reports enables that differ; U28 is what a wave gets then',
    reason: 'drivers set both',
  },
  'S-020': {
    says: 'the wait loop would hang without overlap',
    modelled:
      'PROTO-04 reports the poll; whether it hangs is up to what the id field then holds (`staleNewest`)',
    reason: 'no source says what it holds',
  },
  'S-095': {
    says: 'a scope instance ends with its subpass',
    modelled: 'every scenario is one subpass',
    reason: 'driver barriers separate subpasses, so their waves never overlap',
  },
  'S-100': {
    says: 'ordered accesses must reach GL2, past L0 by GLC and past L1 by DLC',
    modelled:
      'VIS rules require what the generation needs (see `lawful`): GFX12 needs scopes, and stores reach GL2 anyway except on GFX10',
    reason: 'the statement describes GFX10; Mesa and LLVM describe the others',
  },
  'S-128': {
    says: 'depth samples must equal the exposed samples',
    modelled: 'CFG-09 rejects fewer depth samples and allows more',
    reason:
      'having more is harmless, since the smaller number applies; a driver that passes conformance tests always writes 8; no depth sample count matches 16 exposed samples (pops.md 7)',
  },
  'S-129': {
    says: 'the bug may result in a hang',
    modelled: 'a packer hangs in one run in four and misses overlaps in the others',
    reason: 'no source says how often or why; the driver mentions missed overlap',
  },
  'R-026': {
    says: 'smoothing multiplies alpha by the covered share',
    modelled: "the program's arithmetic; a project test, not a run, compares it with expected colours",
    reason: 'in a run, reference and device execute the same program',
  },
  'R-042': {
    says: 'an instance divisor selects the element',
    modelled: "the program's arithmetic; a project test compares the addresses",
    reason: 'in a run, reference and device execute the same program',
  },
  'P-019': {
    says: 'a global sequencer handles messages and thread trace',
    modelled: 'messages take `messageLatency` to the exit tracker; there is no thread trace',
    reason: 'only the exit message affects ordering',
  },
  'P-035': {
    says: '64 KB of local data per work-group processor',
    modelled: "Mariner's figure on every generation",
    reason:
      'public chips have 128 KB per work-group processor from GFX10 on, and 64 KB per compute unit on GFX9, which has no such processors; less memory only refuses more launches',
  },
  'P-039': {
    says: 'one scan converter outputs 24 pixels per cycle',
    modelled:
      'each of three packers takes at most eight pixels per cycle, which LAUNCH-11 checks; `quadsPerCycle` allows fewer',
    reason:
      'the transaction stream contains waves, not quads, and no source says how long the rasteriser takes for a primitive',
  },
  'P-042': {
    says: 'GL1 is 4 x 32 KB',
    modelled: 'one cache of 128 KB, which WIRE-03 checks; its quarters are not apart',
    reason: 'no source says which lines belong to a quarter',
  },
  'P-043': {
    says: 'GL2 is 4 x 256 KB',
    modelled:
      "lines of 128 bytes and channels are modelled, but size is unlimited; contention for a channel shows only as latency, which no rule bounds; lines of GFX12 (256 bytes) are Mariner's",
    reason:
      'a line that leaves GL2 comes back from memory with the same data, after a delay that no source specifies',
  },
  'P-050': {
    says: 'barycentrics are I, J and W',
    modelled: 'W is 1 at every vertex, so perspective and linear values agree',
    reason: 'scenes are flat',
  },
  'P-053': {
    says: 'which vertex, patch and primitive ids reach which stage',
    modelled: 'vertex and instance ids of vertex waves; other geometry stages do not run',
    reason: 'only their competition for launches and exports matters here',
  },
  'P-060': {
    says: 'each packer has render backs and a colour buffer',
    modelled: 'a packer has one colour buffer; render backs are not counted',
    reason: 'the source counts them in two ways',
  },
  'P-086': {
    says: "an export's registers are read at its grant",
    modelled: 'EXP-09 compares them at the grant, not earlier',
    reason: 'a program that changes them between request and grant is at fault, so no lawful one can tell',
  },
  'P-089': {
    says: 'one position buffer per shader array',
    modelled: 'one or two (`positionBuffers`), each of a primitive assembler',
    reason: 'no source says which arrays a primitive assembler serves',
  },
  'P-091': {
    says: 'one writer per colour or position destination and clock',
    modelled: 'EXP-03 checks these two; others accept one or many (`otherWriters`)',
    reason: 'the statement names only these two',
  },
  'P-097': {
    says: 'a sequencer has its own port and return bus to each cache',
    modelled: 'WIRE-06 checks requests; return buses are never busy',
    reason: 'no source gives their width',
  },
  'P-104': {
    says: 'an instruction cache miss is translated by UTC and requested from GL1',
    modelled:
      'a miss allocates its line and fills it once, `fillLatency` later, which WIRE-06 checks; UTC and GL1 are not involved',
    reason: 'no source says what happens to a wave whose instruction addresses cannot be translated',
  },
  'P-109': {
    says: 'the sequencer checks dependencies and arbitrates',
    modelled: 'the schedule picks among ready waves; only counters and export-ready delay a wave',
    reason: 'no source gives the policy or instruction latencies',
  },
  'P-113': {
    says: 'pairs of sequencers cooperate for local data and texture',
    modelled: 'SIMDs 0 and 1 of a processor are a pair for both purposes, and so are 2 and 3',
    reason: 'the text describes pairs that share both, and names SIMD0 and SIMD1',
  },
  'P-126': {
    says: 'the local data share serves the SIMDs in turn if all make requests',
    modelled: 'the pairs take turns at direct reads, as do the two SIMDs of a pair',
    reason: 'P-136 describes only two SIMDs; two requests of 16 dwords fill the 128 bytes of a clock (P-133)',
  },
  'P-136': {
    says: 'direct reads that touch different banks are served together',
    modelled:
      'direct reads within a pair are served together; direct reads and indexed accesses alternate, in separate cycles',
    reason: 'one scheduler serves the memory (P-132), and no source says that both kinds can share a cycle',
  },
  'P-139': {
    says: 'one of the nominated indexed accesses is picked',
    modelled: 'the sequencers take turns',
    reason: 'no source says how; round-robin guarantees that no sequencer starves',
  },
  'P-141': {
    says: 'the addresses of a FLAT access that belong to local data go to the local data share',
    modelled:
      'no FLAT address maps to local data, so the data share gets only commands, which WIRE-08 checks',
    reason: 'compilers access local data through dedicated instructions',
  },
  'P-147': {
    says: 'a shader that declares that translation cannot fail does not wait',
    modelled: 'no shader declares it; `xnackRate` 0 stands for all of them',
    reason: "no source names the declaration's field",
  },
  'P-149': {
    says: 'a shader without trap handler halts and raises an interrupt',
    modelled: 'the wave halts (`wave-ended`, WIRE-11); no transaction shows the interrupt',
    reason: 'the interrupt goes to the host, which is not modelled',
  },
});

/** A hardware unknown, and how it is modelled. */
interface ModelledUnknown extends Unknown {
  readonly id: string;
  /** The names of the knobs that select the modelled behaviour. */
  readonly knobs: readonly string[];
  /** The only modelled behaviour, or the domain of each knob. */
  readonly modelled: string;
}

/** Returns every unknown in section 10 of pops.md, followed by this project's own, in order. */
export function getHardwareUnknowns(): readonly ModelledUnknown[] {
  const knobs = Object.entries(KNOBS) as [string, Knob][];
  const fixed: Readonly<Record<string, string>> = FIXED_UNKNOWNS;
  return Object.entries(UNKNOWNS).map(([id, unknown]) => {
    const unknownKnobs = knobs.filter(([, { source }]) => source.split(/, /).includes(id));
    const modelled =
      fixed[id] ??
      unknownKnobs
        .map(([name, knob]) => `\`${name}\`: ${describeKnobDomain(knob)} (${describeDefault(knob)})`)
        .join('; ');
    return { id, ...unknown, knobs: unknownKnobs.map(([name]) => name), modelled };
  });
}

function describeDefault(knob: Knob): string {
  if (knob.kind === 'range') return `default ${knob.default.join('..')}`;
  return `default ${knob.choices?.[knob.default] ?? knob.default}`;
}

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

const source = (name: string, status: string, facts: string): Source => ({ name, status, facts });

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
