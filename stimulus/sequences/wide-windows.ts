import { type Freedoms, setting } from '../../transactions/index.js';
import { deriveStream, pick } from '../kit/chance.js';
import { chipsWith, derivedSequence } from '../kit/test.js';
import { claim } from '../sequence.js';
import { evenPrograms } from './generated.js';
import { intrawaveLayers, stackedQuads } from './intrawave.js';
import { slowOwner } from './slow-owner.js';

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
export const wideWindows = derivedSequence({
  name: 'wide_windows',
  text: 'id windows that span the whole id space, filled by younger waves or by multi-layer waves',
  // On GFX9, an id that has wrapped all the way around cannot be told apart from the wave's own (pops.md 5.4).
  chips: chipsWith(({ newestIdOffByOne }) => !newestIdOffByOne),
  claims: [claim('the window runs out of ids', 20, 'hang-margins/window/last id')],
  bases: [slowOwner, slowOwner, evenPrograms, intrawaveLayers, stackedQuads, stackedQuads],
  knobs: (seed) => {
    const stream = deriveStream(seed, 'wrap');
    const idWrap = pick(stream, WRAPS);
    const intrawaveNewest = setting('intrawaveNewest', pick(stream, NEWEST_CHOICES));
    return { ...pick(stream, CAUSES), idWrap, idWindow: idWrap, intrawaveNewest };
  },
});
