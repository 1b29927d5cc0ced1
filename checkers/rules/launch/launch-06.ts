import { findMax } from '../../../arch/index.js';
import { visitExpected } from '../../evidence/facts/expected-shading.js';
import { DrawCoverage } from '../../evidence/geometry/draw-coverage.js';
import { encodeRate } from '../../evidence/geometry/fragments.js';
import { defineRule, type Judge, type Ledgers, NEVER } from '../../kit.js';
import { describeEmptyQuad, describeShading, describeStray } from './describe-shading.js';
import { findEmptyQuad, getShadingKey, ShadingSums, visitShading } from './shading-sums.js';

/**
 * With sample-rate shading, this is the invocation for the sample's iteration; with coarse shading, the invocation
 * for its fragment. It is labelled with the primitive and belongs to a wave of the primitive's draw. Quads count
 * after the early tests. Only checked if all waves have been formed, because a device that hangs while holding back
 * quads has not finished. Other rules assume that the quads in waves are correct.
 */
export const LAUNCH_06 = defineRule({
  id: 'LAUNCH-06',
  text: 'Exactly one invocation shades each sample a primitive covers within the scissors and sample mask; no other sample is shaded, and no quad without a sample is packed.',
  statements: ['S-002', 'S-144', 'S-146', 'S-147', 'P-015', 'P-016'],
  needs: ['wave-formed'],
  reads: () => ['depth-tested'],
  create(ledgers, judge) {
    const drawEnds = new Map<number, number>();
    const sums = new ShadingSums(countAllPrimitives(ledgers));
    const addRemaining = ledgers.waves.onEachWave((wave) =>
      visitShading(wave, (quad, x, y, mask, iteration, rate) =>
        sums.add(1, wave.facts.index, wave.getPrimitive(quad), getShadingKey(x, y, mask, iteration, rate)),
      ),
    );
    let allWavesFormed = false;
    return {
      onWave: {
        'wave-formed': (wave) => {
          const quad = findEmptyQuad(wave);
          if (quad >= 0) judge.violate(describeEmptyQuad, ledgers, wave, quad);
        },
      },
      'draw-end': (t) => drawEnds.set(t.draw, t.cycle),
      quiesced: (t) => {
        const isAnyPackerWaiting = t.waiting.some(({ unit }) => unit === 'packer');
        allWavesFormed = !isAnyPackerWaiting && (t.waiting.length === 0 || areAllLaunched(ledgers));
      },
      finish: () => {
        if (!allWavesFormed || ledgers.waves.unknownWave !== undefined) return;
        if (ledgers.depth.lacksTestData) judge.lacks('depth-tested');
        else if (drawEnds.size === ledgers.draws.length) {
          addRemaining();
          checkShading(ledgers, judge, sums, drawEnds);
        } else if (ledgers.waves.formed.length > 0) judge.lacks('draw-end for every draw');
      },
    };
  },
});

/**
 * Whether all formed waves have been launched. Otherwise, a packer with a full queue can be holding back quads
 * without being listed as waiting.
 */
function areAllLaunched({ waves }: Ledgers): boolean {
  return waves.formed.kept.every(({ launchedCycle }) => launchedCycle !== NEVER);
}

function checkShading(
  ledgers: Ledgers,
  judge: Judge,
  sums: ShadingSums,
  drawEnds: ReadonlyMap<number, number>,
): void {
  const { draws, gfx } = ledgers;
  const total = countAllPrimitives(ledgers);
  for (const facts of draws) {
    const coverage = new DrawCoverage(gfx, facts.draw);
    const rate = encodeRate(coverage.rate);
    for (let index = 0; index < facts.primitiveCount; index++) {
      const primitive = facts.firstPrimitive + index;
      judge.armed++;
      visitExpected(ledgers, facts.index, coverage, index, (x, y, mask, iteration) =>
        sums.add(-1, facts.index, primitive, getShadingKey(x, y, mask, iteration, rate)),
      );
      if (!sums.differs(primitive)) continue;
      judge.violate(describeShading, ledgers, facts, coverage, index, drawEnds.get(facts.index)!);
    }
  }
  if (sums.differs(total)) judge.violate(describeStray, ledgers, total, findMax([...drawEnds.values()]));
}

function countAllPrimitives({ draws }: Ledgers): number {
  return draws.reduce((sum, { primitiveCount }) => sum + primitiveCount, 0);
}
