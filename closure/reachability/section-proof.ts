import { COVERAGE_MODEL } from '../../coverage/index.js';
import { illegalSectionReason } from '../../stimulus/index.js';
import {
  COLOUR_OUTPUTS,
  CONVERSIONS,
  MAIN_DISCARDS,
  SECTION_PLACEMENTS,
  type SectionState,
} from '../../transactions/index.js';
import type { ExclusionProof } from './excluded-bins.js';

/** Always-legal placeholder values for the fields that no cross uses. */
const DEFAULT_FIELDS: Omit<SectionState, 'mainDiscard' | 'outputs' | 'conversion'> = {
  ...({ prolog: 'none', clamp: false, alphaTest: 'always', stipple: 'off' } as const),
  ...{ smoothing: false, alphaToOne: false, alphaToCoverage: false },
};

/** Coverpoint values, by name, for the coverpoints used in excluded selections. */
type Point = Readonly<Record<string, string>>;

let legalPoints: readonly Point[] | undefined;

/**
 * Proves that no program assembled from parts hits an excluded selection of a `sections` cross. Returns undefined if
 * one does, if the bin is not a selection, or if the selection uses a coverpoint missing from `listLegalPoints`.
 */
export function proveBySections(cross: string, bin: string): ExclusionProof | undefined {
  const { compiled } = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === 'sections')!;
  const item = compiled.definition.crosses.find(({ name }) => name === cross);
  const where = item?.bins?.find(({ name }) => name === bin)?.where;
  legalPoints ??= listLegalPoints();
  const names = Object.keys(legalPoints[0]!);
  if (where === undefined || !Object.keys(where).every((name) => names.includes(name))) return undefined;
  const isSelected = (point: Point): boolean =>
    Object.entries(where).every(([name, values]) => values?.includes(point[name]!));
  return legalPoints.some(isSelected) ? undefined : { by: 'descriptors', legal: legalPoints.length };
}

function listLegalPoints(): Point[] {
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
