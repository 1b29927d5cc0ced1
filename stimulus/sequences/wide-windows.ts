import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Freedoms, Scenario } from '../../transactions/index.js';
import { RandomStream, setting } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { pick } from '../pick.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { pickBase } from './drawn-base.js';
import { evenPrograms } from './even-programs.js';
import { intrawaveLayers } from './intrawave-layers.js';
import { slowOwner } from './slow-owner.js';
import { stackedQuads } from './stacked-quads.js';

const NAME = 'wide_windows';

/**
 * The chips on which windows can be as large as the wrap. On GFX9, the id one wrap away is indistinguishable from
 * the wave's own (pops.md 5.4).
 */
const CHIPS = CHIP_NAMES.filter((name) => !factsOf(chipOf(name).gfx).newestIdOffByOne);

/** The choices for the largest id, small enough for a test to use all ids. */
const WRAPS = [7, 7, 15, 31] as const;

/**
 * Which wave is reported as newest for waves that overlap only themselves: usually the last exited wave, up to a
 * full id space back (U4).
 */
const REPORTED = ['last-exited', 'last-exited', 'previous'] as const;

/** How windows fill up: because of the waves' programs, or because of slow exits. */
const CAUSES: readonly Partial<Freedoms>[] = [
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
  const stream = new RandomStream(deriveSubSeed(request.seed, 'wrap'));
  const idWrap = pick(stream, WRAPS);
  const intrawaveNewest = setting('intrawaveNewest', pick(stream, REPORTED));
  const knobs = { ...pick(stream, CAUSES), idWrap, idWindow: idWrap, intrawaveNewest, ...request.knobs };
  const bases = [slowOwner, slowOwner, evenPrograms, intrawaveLayers, stackedQuads, stackedQuads];
  return pickBase({ name: NAME, bases, chips: CHIPS }, { ...request, knobs });
}
