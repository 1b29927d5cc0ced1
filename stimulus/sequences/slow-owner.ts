import { CHIP_NAMES } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { FAULTS, type RandomStream } from '../../transactions/index.js';
import { claim } from '../claims.js';
import { applyRegisterFaults } from '../driver/faults.js';
import { fitIds, ID_SPACES } from '../fitting-knobs.js';
import { pickFreedoms } from '../knobs.js';
import { createPixelBlock } from '../matrix/blocks.js';
import { createFoldParts, type FoldBlock } from '../matrix/fold-parts.js';
import { buildScenario, pickMachine } from '../pick-machine.js';
import { canFaultTakeEffect } from '../programs/faults.js';
import type { GenerateRequest, Sequence } from '../sequence.js';

const NAME = 'slow_owner';

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
export const slowOwner: Sequence<typeof NAME> = {
  name: NAME,
  text: 'a wave stays in its section while younger waves use up the ids, and then one overlaps it',
  chips: CHIP_NAMES,
  claims: [claim('the window runs out of ids', 25, 'hang-margins/window/last id')],
  faults: FAULTS.filter(({ id, where }) => where !== 'program' && canFaultTakeEffect(id, [])).map(
    ({ id }) => id,
  ),
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const { stream, chip, wave } = pickMachine(request, CHIP_NAMES);
  const [idWrap, idWindow] = SMALL_SPACES[stream.below(SMALL_SPACES.length)];
  const idStart = stream.below(idWrap + 1);
  const ids = fitIds({ idWrap, idWindow, idStart }, request.knobs);
  const knobs = { packers: 1, primitivesPerWave: 1, ...request.knobs, ...ids };
  const freedoms = pickFreedoms(stream, chip, knobs);
  const owners = 1 + stream.below(MAX_OWNERS);
  const blocks = Array.from({ length: owners }, () =>
    createOwnerAndFollowers(stream, freedoms.idWindow),
  ).flat();
  const target = { chip, wave, size: SIZE, freedoms, seed: request.seed, stream, corpus: request.corpus };
  const { draws, ...parts } = createFoldParts(target, [{ blocks }]);
  return buildScenario({ chip, wave }, request, NAME, {
    freedoms,
    ...parts,
    draws: applyRegisterFaults(chip.gfx, draws, request.faults),
  });
}

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
