import type { SectionPlacement, SectionState } from '../../transactions/index.js';
import { EXTENTS, type Extent } from './placements.js';

/** A combination that cannot be assembled, and why. */
interface Restriction {
  readonly excludes: (extent: Extent, state: SectionState) => boolean;
  readonly reason: string;
}

/** The combinations of placement and state that cannot be assembled. */
const RESTRICTIONS: readonly Restriction[] = [
  {
    excludes: ({ withoutEpilog }, state) => withoutEpilog === true && needsEpilog(state),
    reason: 'these states are emulated in the epilog, which this program lacks',
  },
  {
    excludes: ({ discardsBeforeExit }, { mainDiscard }) =>
      discardsBeforeExit === true && mainDiscard !== 'last',
    reason: 'this placement requires a discard at the end of the main part',
  },
  {
    excludes: ({ begin, end }, { mainDiscard }) =>
      mainDiscard === 'inside' && !(begin === 'main' && end === 'main'),
    reason: 'the main part can discard inside the section only if it contains the section',
  },
  {
    excludes: ({ conditional }, { mainDiscard }) => conditional === true && mainDiscard === 'inside',
    reason: 'discarded lanes would be reactivated at the end of the conditional block',
  },
  {
    excludes: (_extent, { outputs, conversion }) => outputs !== 'none' && conversion === 'ZERO',
    reason:
      'a ZERO export format reserves no export space, and every ordered shader needs some (S-110 to S-112)',
  },
  {
    excludes: (_extent, { outputs, alphaToCoverage }) => outputs === 'none' && alphaToCoverage,
    reason: 'alpha to coverage requires an output with alpha',
  },
  {
    excludes: (_extent, { outputs, conversion }) => outputs === 'none' && conversion !== 'ZERO',
    reason: 'there is no colour to convert',
  },
];

/** Returns whether a state needs an epilog. Conversion and exports do not count, because every program has them. */
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

/** Returns why a combination cannot be assembled, or undefined if it can. Every chip supports all placements. */
export function illegalReason(placement: SectionPlacement, state: SectionState): string | undefined {
  const extent = EXTENTS[placement];
  return RESTRICTIONS.find(({ excludes }) => excludes(extent, state))?.reason;
}
