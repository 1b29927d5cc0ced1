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
 * The chips on which the window can span the whole id space. On GFX9, an id that has wrapped all the way around cannot
 * be told apart from the wave's own (pops.md 5.4).
 */
const CHIPS = CHIP_NAMES.filter((name) => !factsOf(chipOf(name).gfx).newestIdOffByOne);

/** Values for the largest id. They are small so that a test can use all ids. */
const WRAPS = [7, 7, 15, 31] as const;

/**
 * The wave reported as newest when a wave overlaps only itself. Usually this is the last wave to exit, which may be a
 * full id space behind (U4).
 */
const NEWEST_CHOICES = ['last-exited', 'last-exited', 'previous'] as const;

/** What fills the window: either nothing beyond the programs themselves, or slow exits. */
const CAUSES: readonly Partial<Freedoms>[] = [
  {},
  { packers: 1, messageLatency: [100, 300], exitVisibleLatency: [100, 300] },
];

/** Runs tests with windows that span the whole id space: all ids but one may be in flight. */
export const wideWindows: Sequence<typeof NAME> = {
  name: NAME,
  text: 'id windows that span the whole id space, filled by younger waves or by multi-layer waves',
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
