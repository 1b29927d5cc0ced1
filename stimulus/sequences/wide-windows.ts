import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { RandomStream } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { pick } from '../pick.js';
import { sideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { drawBase } from './drawn-base.js';
import { evenPrograms } from './even-programs.js';
import { slowOwner } from './slow-owner.js';

const NAME = 'wide_windows';

/** GFX9 cannot tell the id at the distance of the wrap from the wave's own (pops.md 5.4). */
const CHIPS = CHIP_NAMES.filter((name) => !factsOf(chipOf(name).gfx).newestOneTooFew);

/** Largest ids: few enough that a test uses up all of them. */
const WRAPS = [7, 7, 15, 31] as const;

/** Windows that reach from an id to itself: of as many waves as there are ids, all but one may be under way. */
export const wideWindows: Sequence<typeof NAME> = {
  name: NAME,
  text: 'id windows as large as the wrap, used up by younger waves while an owner stays in its section',
  chips: CHIPS,
  claims: [claim('the window has no id left', 20, 'hang-margins/window/last id')],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const idWrap = pick(new RandomStream(sideSeed(request.seed, 'wrap')), WRAPS);
  const knobs = { idWrap, idWindow: idWrap, ...request.knobs };
  const bases = [slowOwner, slowOwner, evenPrograms];
  return drawBase({ name: NAME, bases, chips: CHIPS }, { ...request, knobs });
}
