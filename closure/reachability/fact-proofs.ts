import {
  CHIP_NAMES,
  chipOf,
  factsOf,
  filterGenerations,
  type GenerationFacts,
  type Gfx,
  getFieldName,
  ORDERING_GENERATIONS,
  REGISTER_FIELDS,
  type WaveSize,
} from '../../arch/index.js';
import { COVERAGE_MODEL } from '../../coverage/index.js';

const WAVE32_LANES: WaveSize = 32;
const QUAD_LANES = 4;

/** The generations that order waves like the named one, and so share its bins: a fact must hold for all of them. */
function listLike(name: string): readonly Gfx[] {
  return filterGenerations(({ orderingGeneration }) => orderingGeneration === name);
}

function listChips(isOf: (gfx: Gfx) => boolean) {
  return CHIP_NAMES.map(chipOf).filter(({ gfx }) => isOf(gfx));
}

/** Whether there are elements, and all satisfy the condition. */
function holdForAll<T>(elements: readonly T[], condition: (element: T) => boolean): boolean {
  return elements.length > 0 && elements.every(condition);
}

/** A sentence about the hardware, and what checks it against the tables. Its parts are the groups of the pattern. */
interface FactForm {
  readonly pattern: RegExp;
  readonly holds: (parts: readonly string[], bin: string) => boolean;
}

const FACT_FORMS: readonly FactForm[] = [
  {
    pattern: /^only (\S+) has (\w+) true$/,
    holds: ([name, fact]) =>
      ORDERING_GENERATIONS.every(
        (gfx) => (factsOf(gfx)[fact as keyof GenerationFacts] === true) === (gfx === name),
      ),
  },
  {
    pattern: /^chips of (\S+) have (\d+) packers at most$/,
    holds: ([name, count]) =>
      holdForAll(
        listChips((gfx) => gfx === name),
        ({ packers }) => packers <= Number(count),
      ),
  },
  {
    // The driver sets the bit that drains only on chips that need it.
    pattern: /^no chip of (\S+) has stalledDrain$/,
    holds: ([name]) =>
      holdForAll(
        listChips((gfx) => factsOf(gfx).orderingGeneration === name),
        ({ quirks }) => quirks?.stalledDrain !== true,
      ),
  },
  {
    pattern: /^(\S+) has (\w+) (\S+)$/,
    holds: ([name, fact, value]) =>
      holdForAll(
        listLike(name!).map(factsOf),
        (facts) => `${facts[fact as keyof GenerationFacts]}` === value,
      ),
  },
  {
    pattern: /^(.+) without the field$/,
    holds: ([names], bin) => describeMissingField(bin) === `${names} without the field`,
  },
  {
    pattern: /^(\S+) without (\S+)$/,
    holds: ([name, field]) => {
      const withField = findGenerationsWith(field!);
      return withField.size > 0 && listLike(name!).every((gfx) => !withField.has(gfx));
    },
  },
  {
    // No two layers share a quad, so a wave has at most as many layers as quads.
    pattern: /^a wave32 holds (\d+) quads$/,
    holds: ([quads], bin) =>
      Number(quads) === WAVE32_LANES / QUAD_LANES &&
      holdForAll(listCountBins(bin), (first) => first !== undefined && first > Number(quads)),
  },
];

/** Returns whether the stored fact that proves a bin unreachable is of a known form and holds in the tables. */
export function holdsFact(fact: string, bin: string): boolean {
  const form = FACT_FORMS.find(({ pattern }) => pattern.test(fact));
  return form?.holds(form.pattern.exec(fact)!.slice(1), bin) === true;
}

function findGenerationsWith(name: string): ReadonlySet<Gfx> {
  const rows = REGISTER_FIELDS.filter((row) => getFieldName(row) === name);
  return new Set(rows.flatMap(({ generations }) => generations));
}

/**
 * Returns the fact that proves a `generations without it` bin: the field table has no row for those generations.
 * Returns undefined for other bins.
 */
export function describeMissingField(bin: string): string | undefined {
  const name = /^registers\/generation x (.*)\/generations without it$/.exec(bin)?.[1];
  if (name === undefined) return undefined;
  const withField = findGenerationsWith(name);
  const without = ORDERING_GENERATIONS.filter((gfx) => !withField.has(gfx));
  return without.length === 0 ? undefined : `${without.join(', ')} without the field`;
}

/** Returns the first values of the bins that a selection of a cross with `lanes` takes from its other coverpoint. */
function listCountBins(bin: string): (number | undefined)[] {
  const [group, item, name] = bin.split('/');
  const model = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === group);
  const cross = model?.compiled.definition.crosses.find((candidate) => candidate.name === item);
  const { lanes: _, ...where } = cross?.bins?.find((selected) => selected.name === name)?.where ?? {};
  return Object.entries(where).flatMap(([point, names]) =>
    names!.map((value) => findFirstValue(group!, point, value)),
  );
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
