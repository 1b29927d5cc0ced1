import { chipOf, GENERATIONS, getExampleChip, lookup, ORDERING_GENERATIONS } from '../../arch/index.js';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  getBinRows,
  summariseCoverage,
} from '../../coverage/index.js';
import { runScenarioTest } from '../../harness/one-test/index.js';
import { formatBinName } from '../../harness/records/index.js';
import {
  type Corpus,
  findMatrixSequence,
  illegalSectionReason,
  packRegisters,
  programs,
} from '../../stimulus/index.js';
import {
  COLOUR_OUTPUTS,
  CONVERSIONS,
  ENTRY_PLACEMENTS,
  EXIT_KINDS,
  MAIN_DISCARDS,
  type ProgramDescriptor,
  SECTION_PLACEMENTS,
  SECTION_SHAPES,
  type SectionState,
} from '../../transactions/index.js';
import type { ExcludedBin, ExclusionProof } from './excluded-bins.js';
import { describeMissingField, findFirstValue, holdsFact } from './fact-proofs.js';

const DISCARD_PLACES = ['before', 'inside', 'after'] as const;
/** Number of accesses in a non-empty section: one per branch of the largest switch. */
const STEP_COUNT = 3;

/** The values of the coverpoints that excluded selections use, by name. */
type Point = Readonly<Record<string, string>>;

const LISTS: Readonly<Record<string, () => Point[]>> = lookup({
  programs: listLegalPrograms,
  sections: listLegalSections,
});
const legalPoints = new Map<string, readonly Point[]>();

/**
 * Proves that no legal descriptor on any generation, or no program assembled from parts, hits an excluded selection of
 * a `programs` or `sections` cross. Returns undefined if one does, if the bin is not a selection, or if the selection
 * uses a coverpoint missing from the legal points.
 */
export function proveByDescriptors(group: string, cross: string, bin: string): ExclusionProof | undefined {
  const { compiled } = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === group)!;
  const item = compiled.definition.crosses.find(({ name }) => name === cross);
  const where = item?.bins?.find(({ name }) => name === bin)?.where;
  const legal = legalPoints.get(group) ?? LISTS[group]?.() ?? [];
  legalPoints.set(group, legal);
  const names = new Set(legal.flatMap((point) => Object.keys(point)));
  if (where === undefined || legal.length === 0 || !Object.keys(where).every((name) => names.has(name)))
    return undefined;
  const isSelected = (point: Point): boolean =>
    Object.entries(where).every(([name, values]) => values?.includes(point[name]!));
  return legal.some(isSelected) ? undefined : { by: 'descriptors', legal: legal.length };
}

/**
 * Enumerates the legal combinations of the values used by `programs` crosses, with every other field as permissive as
 * possible.
 */
function listLegalPrograms(): Point[] {
  const placeSets = Array.from({ length: 1 << DISCARD_PLACES.length }, (_, set) =>
    DISCARD_PLACES.filter((_place, bit) => (set >> bit) & 1),
  );
  return ORDERING_GENERATIONS.flatMap((generation) =>
    SECTION_SHAPES.flatMap((shape) =>
      EXIT_KINDS.flatMap((exit) =>
        ENTRY_PLACEMENTS.flatMap((entry) =>
          placeSets.flatMap((places): Point[] => {
            const descriptor = makeDescriptor(shape, exit, entry, new Set(places));
            const discards = places.length === 0 ? 'nowhere' : places.join(', ');
            return programs.illegalReason(descriptor, generation) === undefined
              ? [{ generation, shape, exit, entry, discards }]
              : [];
          }),
        ),
      ),
    ),
  );
}

function makeDescriptor(
  shape: ProgramDescriptor['section']['shape'],
  exit: ProgramDescriptor['exit'],
  entryPlace: ProgramDescriptor['section']['entryPlace'],
  places: ReadonlySet<string>,
): ProgramDescriptor {
  const lanes = (place: string): 'pixels' | 'none' => (places.has(place) ? 'pixels' : 'none');
  const isEmpty = shape === 'none' || shape === 'empty';
  return {
    fold: 'multiply',
    coherence: 'none',
    before: ['alu'],
    section: {
      ...{ shape, entryPlace, early: false, rounds: 1, pairs: 1, trips: STEP_COUNT, packer: 'waiting' },
      ...{ compare: 'below', sleep: 'long', waits: 'needed', leavesLoad: false },
      steps: isEmpty ? [] : Array.from({ length: STEP_COUNT }, () => ({ ...programs.plainUpdate })),
    },
    after: ['alu'],
    discards: { before: lanes('before'), inside: lanes('inside'), after: lanes('after'), message: true },
    exports: { colours: 1, conversion: 'ABGR32', depth: 'none', dualSource: false, toTarget: false },
    exit,
  };
}

/** One chip per generation with distinct ordering hardware. */
const CHIPS = ORDERING_GENERATIONS.map((gfx) => getExampleChip(gfx));
const SEED = '0x1';

/**
 * Proves that no legal test hits a bin: writes the bin's first value to the field in a small legal test and looks for a
 * rule that fires. Returns undefined if none does, or for the catch-all bin.
 */
export function proveByRule(
  field: string,
  bin: string,
  corpus: Corpus,
  chips: readonly string[] = CHIPS,
): ExclusionProof | undefined {
  const value = findFirstValue('registers', field, bin);
  if (value === undefined) return undefined;
  for (const chip of chips) {
    const rule = findRejectingRule(field, value, chip, corpus);
    if (rule !== undefined) return { by: 'rule', rule, chip };
  }
  return undefined;
}

/**
 * Returns a rule that fires, preferably one that checks registers, or undefined if none fires or the chip cannot run
 * with the value.
 */
function findRejectingRule(field: string, value: number, chip: string, corpus: Corpus): string | undefined {
  const sequence = findMatrixSequence(`H01-8x8-${chip}`)!;
  const scenario = sequence.generate({ seed: SEED, corpus, knobs: {}, faults: [] });
  const { gfx } = chipOf(scenario.chip);
  const draws = scenario.draws.flatMap((draw) => {
    try {
      return [{ ...draw, registers: packRegisters(gfx, { [field]: value }, draw.registers) }];
    } catch {
      return [];
    }
  });
  if (draws.length < scenario.draws.length) return undefined;
  try {
    const { violations } = runScenarioTest({ ...scenario, draws }).verdict;
    const errors = violations.filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
    return errors.find((rule) => rule.startsWith('CFG')) ?? errors[0];
  } catch {
    // The model throws for meaningless values.
    return undefined;
  }
}

/** Always-legal placeholder values for the fields that no cross uses. */
const DEFAULT_FIELDS: Omit<SectionState, 'mainDiscard' | 'outputs' | 'conversion'> = {
  ...({ prolog: 'none', clamp: false, alphaTest: 'always', stipple: 'off' } as const),
  ...{ smoothing: false, alphaToOne: false, alphaToCoverage: false },
};

function listLegalSections(): Point[] {
  return SECTION_PLACEMENTS.flatMap((placement) =>
    MAIN_DISCARDS.flatMap((discard) =>
      COLOUR_OUTPUTS.flatMap((outputs) =>
        CONVERSIONS.flatMap((conversion): Point[] => {
          const state: SectionState = { ...DEFAULT_FIELDS, mainDiscard: discard, outputs, conversion };
          return illegalSectionReason(placement, state) === undefined
            ? [{ placement, discard, outputs, conversion }]
            : [];
        }),
      ),
    ),
  );
}

/**
 * Collects the evidence that legal tests cannot hit the excluded bins: the hardware facts of earlier rows that still hold,
 * legal descriptors, a rule that fires or, failing these, only the tests in `coverage`.
 */
export function proveExcluded(
  coverage: CoverageData,
  corpus: Corpus,
  earlier: ReadonlyMap<string, ExcludedBin>,
): ExcludedBin[] {
  const tests = summariseCoverage(coverage).tests.passed;
  return getBinRows(coverage)
    .filter(({ kind }) => kind !== 'count')
    .map((row): ExcludedBin => {
      const bin = formatBinName(row);
      const proof = row.passed.tests > 0 ? undefined : findStaticProof(row, corpus, earlier.get(bin)?.proof);
      return { bin, ...(proof === undefined ? {} : { proof }), tests, hit: row.passed.tests };
    });
}

function findStaticProof(
  row: BinRow,
  corpus: Corpus,
  earlier: ExclusionProof | undefined,
): ExclusionProof | undefined {
  const { group, item, bin } = row;
  const name = formatBinName(row);
  const fact = earlier?.by === 'facts' ? earlier.of : describeMissingField(name);
  if (fact !== undefined && holdsFact(fact, name)) return { by: 'facts', of: fact };
  if (Object.hasOwn(LISTS, group)) return proveByDescriptors(group, item, bin);
  if (group !== 'registers') return undefined;
  const [, field] = /^generation x (.*)$/.exec(item) ?? [];
  if (field === undefined) return proveByRule(item, bin, corpus);
  const [, value, gfx] = /^(\w+) on ([\w.]+)$/.exec(bin) ?? [];
  const chips = GENERATIONS.filter((generation) => generation === gfx).map((generation) =>
    getExampleChip(generation),
  );
  return value === undefined ? undefined : proveByRule(field, value, corpus, chips);
}
