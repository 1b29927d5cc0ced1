import type { SectionPlacement, SectionState } from '../../transactions/index.js';
import { EXTENTS, type Extent } from './placements.js';

/** A combination that no driver makes: what it is, and why. */
interface Restriction {
  readonly excludes: (extent: Extent, state: SectionState) => boolean;
  readonly reason: string;
}

/** Combinations of placement and state that are not assembled; all others are. */
const RESTRICTIONS: readonly Restriction[] = [
  {
    excludes: ({ withoutEpilog }, state) => withoutEpilog === true && needsEpilog(state),
    reason: 'without an epilog nothing emulates the states that it stands for',
  },
  {
    excludes: ({ discardsOpen }, { mainDiscard }) => discardsOpen === true && mainDiscard !== 'last',
    reason: 'the placement is that of a discard at the end of the main part',
  },
  {
    excludes: ({ begin, end }, { mainDiscard }) =>
      mainDiscard === 'inside' && !(begin === 'main' && end === 'main'),
    reason: 'the main part can discard between its own read and write only',
  },
  {
    excludes: ({ conditional }, { mainDiscard }) => conditional === true && mainDiscard === 'inside',
    reason: 'lanes that left a condition would come back where it ends',
  },
  {
    excludes: (_extent, { outputs, conversion }) => outputs !== 'none' && conversion === 'ZERO',
    reason:
      'formats of zero reserve no export space, on which the order of ordered shaders hangs (S-110 to S-112)',
  },
  {
    excludes: (_extent, { outputs, alphaToCoverage }) => outputs === 'none' && alphaToCoverage,
    reason: 'there is no alpha that could decide about samples',
  },
  {
    excludes: (_extent, { outputs, conversion }) => outputs === 'none' && conversion !== 'ZERO',
    reason: 'there is no colour to convert',
  },
];

/** States that only an epilog has; conversion and exports every program has. */
function needsEpilog({
  clamp,
  alphaTest,
  stipple,
  smoothing,
  alphaToOne,
  alphaToCoverage,
}: SectionState): boolean {
  return (
    clamp || alphaTest !== 'always' || stipple === 'epilog' || smoothing || alphaToOne || alphaToCoverage
  );
}

/** Why a combination is not assembled; undefined where it is. Chips make no difference: each has all placements. */
export function illegalReason(placement: SectionPlacement, state: SectionState): string | undefined {
  const extent = EXTENTS[placement];
  return RESTRICTIONS.find(({ excludes }) => excludes(extent, state))?.reason;
}
