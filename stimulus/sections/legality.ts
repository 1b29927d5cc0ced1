import { factsOf, type Gfx } from '../../arch/index.js';
import {
  ALPHA_FUNCTIONS,
  COLOUR_OUTPUTS,
  CONVERSIONS,
  MAIN_DISCARDS,
  PROLOG_COLOURS,
  type RandomStream,
  type SectionPlacement,
  type SectionState,
  STIPPLE_PARTS,
} from '../../transactions/index.js';
import { pick } from '../kit/chance.js';
import { EXTENTS, type Extent } from './part.js';

/** State that epilogs emulate on every generation. Without one, everything is off except stippling in the prolog. */
type EpilogState = Pick<SectionState, 'clamp' | 'alphaTest' | 'stipple' | 'smoothing' | 'alphaToOne'>;

/** Picks a random state that can be assembled with the given placement. */
export function pickState(stream: RandomStream, placement: SectionPlacement, gfx: Gfx): SectionState {
  const outputs = pick(stream, COLOUR_OUTPUTS);
  const conversion = outputs === 'none' ? 'ZERO' : pick(stream, CONVERSIONS.slice(1));
  const prolog = pick(stream, PROLOG_COLOURS);
  const hasEpilog = EXTENTS[placement].withoutEpilog !== true;
  const epilogState = pickEpilogState(stream, hasEpilog);
  const exportsAlpha = factsOf(gfx).exportsAlphaWithDepth && hasEpilog && outputs !== 'none';
  const alphaToCoverage = exportsAlpha && stream.below(2) === 1;
  const state = { prolog, outputs, conversion, ...epilogState, alphaToCoverage };
  const discards = MAIN_DISCARDS.filter(
    (mainDiscard) => illegalReason(placement, { ...state, mainDiscard }) === undefined,
  );
  return { ...state, mainDiscard: pick(stream, discards) };
}

/** Keeps a state's main part but picks a new epilog, as drivers swap epilogs between draws (R-018, E25). */
export function swapEpilog(
  stream: RandomStream,
  placement: SectionPlacement,
  gfx: Gfx,
  { prolog, mainDiscard }: SectionState,
): SectionState {
  return { ...pickState(stream, placement, gfx), prolog, mainDiscard };
}

function pickEpilogState(stream: RandomStream, hasEpilog: boolean): EpilogState {
  const flipCoin = (): boolean => stream.below(2) === 1;
  return {
    clamp: flipCoin() && hasEpilog,
    alphaTest: flipCoin() && hasEpilog ? pick(stream, ALPHA_FUNCTIONS) : 'always',
    stipple: pick(stream, hasEpilog ? STIPPLE_PARTS : STIPPLE_PARTS.slice(0, 2)),
    smoothing: flipCoin() && hasEpilog,
    alphaToOne: flipCoin() && hasEpilog,
  };
}

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
