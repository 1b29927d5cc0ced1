import { CHIP_NAMES, chipOf, factsOf } from '../../arch/index.js';
import type { Freedoms, Scenario } from '../../transactions/index.js';
import { RandomStream, setting } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { pick } from '../pick.js';
import { deriveSubSeed } from '../schedule-seed.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { evenPrograms } from './even-programs.js';
import { intrawaveLayers } from './intrawave-layers.js';
import { pickBase } from './pick-base.js';
import { slowOwner } from './slow-owner.js';
import { stackedQuads } from './stacked-quads.js';

const NAME = 'wide_windows';

/**
 * The chips on which windows can be as large as the id wrap. On GFX9, the id one wrap away is indistinguishable from
 * the wave's own (pops.md 5.4).
 */
const CHIPS = CHIP_NAMES.filter((name) => !factsOf(chipOf(name).gfx).newestIdOffByOne);

/** Values for the largest id. They are small so that a test can use all ids. */
const WRAPS = [7, 7, 15, 31] as const;

/**
 * Which wave is reported as newest if a wave overlaps only itself: usually the last one that exited, up to a full id
 * space back (U4).
 */
const NEWEST_CHOICES = ['last-exited', 'last-exited', 'previous'] as const;

/** What fills up windows: the waves' programs, or slow exits. */
const CAUSES: readonly Partial<Freedoms>[] = [
  {},
  { packers: 1, messageLatency: [100, 300], exitVisibleLatency: [100, 300] },
];

/** Runs tests with windows as large as the id space: all ids but one may be in flight. */
export const wideWindows: Sequence<typeof NAME> = {
  name: NAME,
  text: 'id windows as large as the wrap, filled by younger waves or by multi-layer waves',
  chips: CHIPS,
  claims: [claim('the window runs out of ids', 20, 'hang-margins/window/last id')],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const stream = new RandomStream(deriveSubSeed(request.seed, 'wrap'));
  const idWrap = pick(stream, WRAPS);
  const intrawaveNewest = setting('intrawaveNewest', pick(stream, NEWEST_CHOICES));
  const knobs = { ...pick(stream, CAUSES), idWrap, idWindow: idWrap, intrawaveNewest, ...request.knobs };
  const bases = [slowOwner, slowOwner, evenPrograms, intrawaveLayers, stackedQuads, stackedQuads];
  return pickBase({ name: NAME, bases, chips: CHIPS }, { ...request, knobs });
}
