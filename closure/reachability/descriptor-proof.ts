import { ORDERING_GENERATIONS } from '../../arch/index.js';
import { COVERAGE_MODEL } from '../../coverage/index.js';
import { programs } from '../../stimulus/index.js';
import {
  ENTRY_PLACEMENTS,
  EXIT_KINDS,
  type ProgramDescriptor,
  SECTION_SHAPES,
} from '../../transactions/index.js';
import type { ExclusionProof } from './excluded-bins.js';

const DISCARD_PLACES = ['before', 'inside', 'after'] as const;
/** Number of accesses in a non-empty section: one per branch of the largest switch. */
const STEP_COUNT = 3;

/** A program's coverpoint values, by name. */
type Point = Readonly<Record<string, string>>;

let legalPoints: readonly Point[] | undefined;

/**
 * Proves that no legal descriptor on any generation hits an excluded selection of a `programs` cross. Returns undefined
 * if one does, if the bin is not a selection, or if the selection uses a coverpoint missing from `listLegalPoints`.
 */
export function proveByDescriptors(cross: string, bin: string): ExclusionProof | undefined {
  const { compiled } = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === 'programs')!;
  const item = compiled.definition.crosses.find(({ name }) => name === cross);
  const where = item?.bins?.find(({ name }) => name === bin)?.where;
  legalPoints ??= listLegalPoints();
  const names = new Set(legalPoints.flatMap((point) => Object.keys(point)));
  if (where === undefined || !Object.keys(where).every((name) => names.has(name))) return undefined;
  const isSelected = (point: Point): boolean =>
    Object.entries(where).every(([name, values]) => values?.includes(point[name]!));
  return legalPoints.some(isSelected) ? undefined : { by: 'descriptors', legal: legalPoints.length };
}

/**
 * Enumerates the legal combinations of the values used by `programs` crosses, with every other field as permissive as
 * possible.
 */
function listLegalPoints(): Point[] {
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
