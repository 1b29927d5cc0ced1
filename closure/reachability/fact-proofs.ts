import {
  CHIP_NAMES,
  chipOf,
  factsOf,
  filterGenerations,
  type GenerationFacts,
  type Gfx,
  getFieldName,
  lookup,
  ORDERING_GENERATIONS,
  REGISTER_FIELDS,
  type WaveSize,
} from '../../arch/index.js';
import { COVERAGE_MODEL } from '../../coverage/index.js';
import type { ExclusionProof } from './excluded-bins.js';

const WAVE32_LANES: WaveSize = 32;
const QUAD_LANES = 4;

/** A description of a fact, and a function that checks it against the tables. */
interface FactProof {
  readonly description: string;
  readonly holds: () => boolean;
}

/**
 * A fact about a generation. Generations that order waves like the named one share its bins, so the fact must hold for
 * all of them.
 */
const holds = (name: string, fact: keyof GenerationFacts, value: unknown): FactProof => ({
  description: `${name} has ${fact} ${value}`,
  holds: () => {
    const facts = filterGenerations(({ orderingGeneration }) => orderingGeneration === name).map(factsOf);
    return facts.length > 0 && facts.every((generation) => generation[fact] === value);
  },
});

/** A fact that holds for the named generation, but for no other with ordering hardware. */
const holdsOnly = (name: string, fact: keyof GenerationFacts): FactProof => ({
  description: `only ${name} has ${fact} true`,
  holds: () => ORDERING_GENERATIONS.every((gfx) => (factsOf(gfx)[fact] === true) === (gfx === name)),
});

const packersAtMost = (name: string, maxPackers: number): FactProof => ({
  description: `chips of ${name} have ${maxPackers} packers at most`,
  holds: () => {
    const chips = CHIP_NAMES.map(chipOf).filter(({ gfx }) => gfx === name);
    return chips.length > 0 && chips.every(({ packers }) => packers <= maxPackers);
  },
});

/**
 * Chips that order waves like the named generation never drain, because the driver sets the bit only on chips that need
 * it.
 */
const neverDrains = (name: string): FactProof => ({
  description: `no chip of ${name} has stalledDrain`,
  holds: () => {
    const chips = CHIP_NAMES.map(chipOf).filter(({ gfx }) => factsOf(gfx).orderingGeneration === name);
    return chips.length > 0 && chips.every(({ quirks }) => quirks?.stalledDrain !== true);
  },
});

const NO_WAVE_IDS = holds('gfx11', 'hasWaveIds', false);
const EXITS_BY_EXPORT = holds('gfx11', 'exitsByExport', true);
const NO_GL1 = holds('gfx9', 'hasGl1', false);
const NO_LAYERS = holds('gfx11', 'hasIntrawaveCollisions', false);
const NO_NULL_TARGET = holds('gfx11', 'hasNullTarget', false);
const FIXED_SCALARS = holdsOnly('gfx9', 'sharesScalars');
const NEWEST_OFF_BY_ONE = holdsOnly('gfx9', 'newestIdOffByOne');
const DUAL_SOURCE_TARGETS = holdsOnly('gfx11', 'hasDualSourceTargets');

/** No generation that orders waves like the named one has the register field. */
const fieldAbsent = (name: string, field: string): FactProof => ({
  description: `${name} without ${field}`,
  holds: () => {
    const withField = findGenerationsWith(field);
    const generations = filterGenerations(({ orderingGeneration }) => orderingGeneration === name);
    return withField.size > 0 && generations.every((gfx) => !withField.has(gfx));
  },
});

/**
 * The bin starts above the capacity of a wave32. No two layers share a quad, so a wave has at most as many layers as
 * quads.
 */
const aboveWave32 = (group: string, point: string, bin: string): FactProof => ({
  description: `a wave32 holds ${WAVE32_LANES / QUAD_LANES} quads`,
  holds: () => (findFirstValue(group, point, bin) ?? 0) > WAVE32_LANES / QUAD_LANES,
});

const FACT_PROOFS: Readonly<Record<string, FactProof>> = lookup({
  'wave-formation/generation x lanes/gfx9 has no wave32': holds('gfx9', 'hasWave32', false),
  'wave-formation/generation x closing/gfx9 has no wave-break region': holds(
    'gfx9',
    'hasBreakRegions',
    false,
  ),
  'wave-formation/generation x closing/gfx11 has no drain': fieldAbsent(
    'gfx11',
    'DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP',
  ),
  'wave-formation/generation x closing/gfx10.3 needs no drain': neverDrains('gfx10.3'),
  'wave-formation/lanes x quads/wave32 holds 8 quads': aboveWave32('wave-formation', 'quads', '9-15'),
  'wave-formation/generation x packer/gfx9 has 2 packers': packersAtMost('gfx9', 2),
  'wave-formation/generation x packer/gfx10 has 2 packers': packersAtMost('gfx10', 2),
  'fragments/generation x rate/no coarse rates before GFX10.3': holds('gfx10', 'shadingRates', 'none'),
  'fragments/generation x rate/ordering forces pixels on GFX10.3': holds(
    'gfx10.3',
    'shadingRates',
    'fine-when-ordered',
  ),
  'intrawave/generation/gfx11': NO_LAYERS,
  'intrawave/lanes x layers/wave32 has 8 quads': aboveWave32('intrawave', 'layers', '9+'),
  'occupancy/generation x refused/every wave has its scalars': FIXED_SCALARS,
  'overlap/generation x answer/gfx11 keeps overlapping quads apart': NO_LAYERS,
  'distance/generation/gfx11': NO_WAVE_IDS,
  'wrap/generation/gfx11': NO_WAVE_IDS,
  'wrap/generation x correction/only gfx9 is one too small': NEWEST_OFF_BY_ONE,
  'entry-path/generation x path/gfx9 woken by an exit': holds('gfx9', 'sleepsEndEarly', false),
  'entry-path/generation x path/gfx11 polls no ids': NO_WAVE_IDS,
  'entry-path/generation x path/events are of gfx11': EXITS_BY_EXPORT,
  'entry-path/generation x path x distance x wrap/gfx9 woken by an exit after any distance': holds(
    'gfx9',
    'sleepsEndEarly',
    false,
  ),
  'entry-path/generation x path x distance x wrap/gfx11 tells no distance': NO_WAVE_IDS,
  'waiters/generation/gfx11': NO_WAVE_IDS,
  'hang-margins/generation x refusal/gfx11 waves do not say that they wait': NO_WAVE_IDS,
  'cache-levels/generation x level/GFX9 has no GL1': NO_GL1,
  'cache-levels/generation x first/GFX9 has no GL1': NO_GL1,
  'exit-path/generation x exit/gfx11 has no message': EXITS_BY_EXPORT,
  'exit-path/generation x exit/done exports exit on gfx11': EXITS_BY_EXPORT,
  'exit-path/generation x awaited/gfx9 has no vs': holds('gfx9', 'storeCounter', 'vm'),
  'exit-order/generation x moved/gfx11 shows no exiting id': NO_WAVE_IDS,
  'export-kinds/generation x last/gfx11 has no null target': NO_NULL_TARGET,
  'export-kinds/last x generation x epilog/gfx11 has no null target in any epilog': NO_NULL_TARGET,
  'export-kinds/generation x last/dual source targets are of gfx11': DUAL_SOURCE_TARGETS,
  'export-kinds/last x generation x epilog/dual source targets are of gfx11 in any epilog':
    DUAL_SOURCE_TARGETS,
  'registers/generation x SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID/1 on gfx11': NO_WAVE_IDS,
  'registers/generation x PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID/1 on gfx11': NO_WAVE_IDS,
  'registers/generation x PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION/1 on gfx11': NO_LAYERS,
  'registers/generation x DB_DFSM_CONTROL.POPS_DRAIN_PS_ON_OVERLAP/1 on gfx10.3': neverDrains('gfx10.3'),
  'background/generation x mode/GFX9 has compute units only': holds('gfx9', 'hasWorkGroupProcessors', false),
});

/** Returns the hardware-fact proof for a bin, or undefined if there is none or its fact does not hold. */
export function proveByFact(bin: string): ExclusionProof | undefined {
  const fact = FACT_PROOFS[bin] ?? findMissingField(bin);
  return fact?.holds() === true ? { by: 'facts', of: fact.description } : undefined;
}

/** Returns the names of the bins in `FACT_PROOFS`. */
export function listBinsWithFacts(): string[] {
  return Object.keys(FACT_PROOFS);
}

function findGenerationsWith(name: string): ReadonlySet<Gfx> {
  const rows = REGISTER_FIELDS.filter((row) => getFieldName(row) === name);
  return new Set(rows.flatMap(({ generations }) => generations));
}

/**
 * Returns the fact that proves a `generations without it` bin: the field table has no row for those generations.
 * Returns undefined for other bins.
 */
function findMissingField(bin: string): FactProof | undefined {
  const name = /^registers\/generation x (.*)\/generations without it$/.exec(bin)?.[1];
  if (name === undefined) return undefined;
  const withField = findGenerationsWith(name);
  const without = ORDERING_GENERATIONS.filter((gfx) => !withField.has(gfx));
  return { description: `${without.join(', ')} without the field`, holds: () => without.length > 0 };
}

/** Returns the first value of a coverpoint's bin, or undefined if there is no such bin or it is the catch-all bin. */
export function findFirstValue(group: string, item: string, name: string): number | undefined {
  const model = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === group);
  const point = model?.compiled.definition.points[item];
  if (point === undefined || !('bins' in point)) return undefined;
  const values = point.bins.find((bin) => bin.name === name)?.values;
  if (values === undefined || values === 'others') return undefined;
  const [first] = values;
  return typeof first === 'object' ? first[0] : first;
}
