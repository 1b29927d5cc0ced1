import type { RandomStream } from '../../transactions/index.js';
import { listFaults, NOT_IN_PROGRAMS, sequence } from '../kit/test.js';
import { fitIds, ID_SPACES } from '../knobs.js';
import { createPixelBlock, type FoldBlock } from '../matrix/blocks.js';
import { createCellTarget } from '../matrix/cell.js';
import { createFoldParts } from '../matrix/folds.js';
import { claim } from '../sequence.js';

/** The area's edge length in pixels, large enough for each wave of the widest window to have its own pixel. */
const SIZE = 16;

/** Pairs of `idWrap` and `idWindow` for id spaces of at most 64 ids, smallest first. */
const SMALL_SPACES = ID_SPACES.filter(([wrap]) => wrap < 64).reverse();

const MAX_OWNERS = 3;

/** The maximum number of loop iterations that delay an owner in its section. */
const MAX_ROUNDS = 200;
/** The maximum number of 512-clock sleeps that delay an owner in its section. */
const MAX_SLEEPS = 8;

/** The maximum number of younger waves per owner, beyond a full window. */
const EXTRA_WAVES = 24;

/**
 * Runs a slow wave, then more short waves than there are ids, and then one on the slow wave's pixel (scenarios.md
 * H39).
 */
export const slowOwner = sequence({
  name: 'slow_owner',
  text: 'a wave stays in its section while younger waves use up the ids, and then one overlaps it',
  claims: [claim('the window runs out of ids', 25, 'hang-margins/window/last id')],
  faults: listFaults([], NOT_IN_PROGRAMS),
  picksKnobs: true,
  generate: (test) => {
    const [idWrap, idWindow] = test.pick(SMALL_SPACES);
    const idStart = test.below(idWrap + 1);
    const ids = fitIds({ idWrap, idWindow, idStart }, test.request.knobs);
    const freedoms = test.pickKnobs({ packers: 1, primitivesPerWave: 1, ...ids });
    const blocks = Array.from({ length: 1 + test.below(MAX_OWNERS) }, () =>
      createOwnerAndFollowers(test.stream, freedoms.idWindow),
    ).flat();
    const { draws, ...parts } = createFoldParts(createCellTarget(test, SIZE), [{ blocks }]);
    return test.build({ ...parts, draws: test.withRegisterFaults(draws) });
  },
});

/** Returns an owner, younger waves on the following pixels, and one more on the owner's pixel. */
function createOwnerAndFollowers(stream: RandomStream, window: number): FoldBlock[] {
  const first = stream.below(SIZE * SIZE);
  const blockAt = (offset: number): FoldBlock =>
    createPixelBlock((first + offset) % SIZE, Math.floor((first + offset) / SIZE) % SIZE);
  const followerCount = window + 1 + stream.below(EXTRA_WAVES);
  const delay =
    stream.below(2) === 0
      ? { sleeps: 1 + stream.below(MAX_SLEEPS) }
      : { rounds: 1 + stream.below(MAX_ROUNDS) };
  return [
    { ...blockAt(0), ...delay },
    ...Array.from({ length: followerCount }, (_, i) => blockAt(1 + i)),
    blockAt(0),
  ];
}
