import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Freedoms, Scenario } from '../../transactions/index.js';
import { RandomStream, setting } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { pick } from '../pick.js';
import { sideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { drawBase } from './drawn-base.js';
import { evenPrograms } from './even-programs.js';
import { intrawaveLayers } from './intrawave-layers.js';
import { slowOwner } from './slow-owner.js';
import { stackedQuads } from './stacked-quads.js';

const NAME = 'wide_windows';

/** GFX9 cannot tell the id at the distance of the wrap from the wave's own (pops.md 5.4). */
const CHIPS = CHIP_NAMES.filter((name) => !factsOf(chipOf(name).gfx).newestOneTooFew);

/** Largest ids: few enough that a test uses up all of them. */
const WRAPS = [7, 7, 15, 31] as const;

/** What waves name that overlap only themselves: more often the last that exited, which may lie as far back as the ids reach (U4). */
const NAMED = ['last-exited', 'last-exited', 'previous'] as const;

/** How windows fill up: by what the waves do, or since every exit is long on its way. */
const WAYS: readonly Partial<Freedoms>[] = [
  {},
  { packers: 1, messageLatency: [100, 300], exitVisibleLatency: [100, 300] },
];

/** Windows that reach from an id to itself: of as many waves as there are ids, all but one may be under way. */
export const wideWindows: Sequence<typeof NAME> = {
  name: NAME,
  text: 'id windows as large as the wrap, used up by younger waves, or by waves of several layers',
  chips: CHIPS,
  claims: [claim('the window has no id left', 20, 'hang-margins/window/last id')],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const own = new RandomStream(sideSeed(request.seed, 'wrap'));
  const idWrap = pick(own, WRAPS);
  const intrawaveNewest = setting('intrawaveNewest', pick(own, NAMED));
  const knobs = { ...pick(own, WAYS), idWrap, idWindow: idWrap, intrawaveNewest, ...request.knobs };
  const bases = [slowOwner, slowOwner, evenPrograms, intrawaveLayers, stackedQuads, stackedQuads];
  return drawBase({ name: NAME, bases, chips: CHIPS }, { ...request, knobs });
}
