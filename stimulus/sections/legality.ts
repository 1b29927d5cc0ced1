import { factsOf, type Gfx, lookup } from '../../arch/index.js';
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

/** Picks what epilogs emulate on every generation. Without one, everything is off except stippling in the prolog. */
function pickEpilogState(stream: RandomStream, hasEpilog: boolean) {
  const flipCoin = (): boolean => stream.below(2) === 1;
  return {
    clamp: flipCoin() && hasEpilog,
    alphaTest: flipCoin() && hasEpilog ? pick(stream, ALPHA_FUNCTIONS) : 'always',
    stipple: pick(stream, hasEpilog ? STIPPLE_PARTS : STIPPLE_PARTS.slice(0, 2)),
    smoothing: flipCoin() && hasEpilog,
    alphaToOne: flipCoin() && hasEpilog,
  };
}

/** Why combinations of placement and state cannot be assembled, and which ones cannot. */
const RESTRICTIONS: Readonly<Record<string, (extent: Extent, state: SectionState) => boolean>> = lookup({
  'these states are emulated in the epilog, which this program lacks': ({ withoutEpilog }, state) =>
    withoutEpilog === true && needsEpilog(state),
  'this placement requires a discard at the end of the main part': (extent, { mainDiscard }) =>
    extent.discardsBeforeExit === true && mainDiscard !== 'last',
  'the main part can discard inside the section only if it contains the section': (extent, { mainDiscard }) =>
    mainDiscard === 'inside' && !(extent.begin === 'main' && extent.end === 'main'),
  'discarded lanes would be reactivated at the end of the conditional block': (extent, { mainDiscard }) =>
    extent.conditional === true && mainDiscard === 'inside',
  'a ZERO export format reserves no export space, and every ordered shader needs some (S-110 to S-112)': (
    _,
    { outputs, conversion },
  ) => outputs !== 'none' && conversion === 'ZERO',
  'alpha to coverage requires an output with alpha': (_, { outputs, alphaToCoverage }) =>
    outputs === 'none' && alphaToCoverage,
  'there is no colour to convert': (_, { outputs, conversion }) =>
    outputs === 'none' && conversion !== 'ZERO',
});

/** Returns whether a state needs an epilog. Conversion and exports do not count, because every program has them. */
function needsEpilog(state: SectionState): boolean {
  const { alphaTest, stipple } = state;
  const hasStep = state.clamp || state.smoothing || state.alphaToOne || state.alphaToCoverage;
  return hasStep || alphaTest !== 'always' || stipple === 'epilog';
}

/** Returns why a combination cannot be assembled, or undefined if it can. Every chip supports all placements. */
export function illegalReason(placement: SectionPlacement, state: SectionState): string | undefined {
  const extent = EXTENTS[placement];
  return Object.keys(RESTRICTIONS).find((reason) => RESTRICTIONS[reason]!(extent, state));
}
