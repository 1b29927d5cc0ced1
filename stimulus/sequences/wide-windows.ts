import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Freedoms, Scenario } from '../../transactions/index.js';
import { RandomStream, setting } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { pick } from '../pick.js';
import { sideSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { pickBase } from './drawn-base.js';
import { evenPrograms } from './even-programs.js';
import { intrawaveLayers } from './intrawave-layers.js';
import { slowOwner } from './slow-owner.js';
import { stackedQuads } from './stacked-quads.js';

const NAME = 'wide_windows';

/**
 * The chips with which windows can be as large as the wrap. GFX9 cannot distinguish the id that is one wrap away from the
 * wave's own (pops.md 5.4).
 */
const CHIPS = CHIP_NAMES.filter((name) => !factsOf(chipOf(name).gfx).newestIdOffByOne);

/** The largest ids, which are small enough for a test to use them all. */
const WRAPS = [7, 7, 15, 31] as const;

/**
 * The newest wave that is reported for waves that overlap only themselves: mostly the last exited wave, which is up to a full
 * id space back (U4).
 */
const NAMED = ['last-exited', 'last-exited', 'previous'] as const;

/** How windows fill up: through the waves' programs or through slow exits. */
const WAYS: readonly Partial<Freedoms>[] = [
  {},
  { packers: 1, messageLatency: [100, 300], exitVisibleLatency: [100, 300] },
];

/** Runs tests with windows as large as the id space: waves with all ids but one may be in flight. */
export const wideWindows: Sequence<typeof NAME> = {
  name: NAME,
  text: 'id windows as large as the wrap, used up by younger waves or by waves of several layers',
  chips: CHIPS,
  claims: [claim('the window has no id left', 20, 'hang-margins/window/last id')],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const stream = new RandomStream(sideSeed(request.seed, 'wrap'));
  const idWrap = pick(stream, WRAPS);
  const intrawaveNewest = setting('intrawaveNewest', pick(stream, NAMED));
  const knobs = { ...pick(stream, WAYS), idWrap, idWindow: idWrap, intrawaveNewest, ...request.knobs };
  const bases = [slowOwner, slowOwner, evenPrograms, intrawaveLayers, stackedQuads, stackedQuads];
  return pickBase({ name: NAME, bases, chips: CHIPS }, { ...request, knobs });
}
