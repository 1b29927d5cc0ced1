import { GENERATIONS, greatestOf } from '../../../arch/index.js';
import { visitExpected } from '../../evidence/facts/expected-shading.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { DrawCoverage } from '../../evidence/geometry/draw-coverage.js';
import { encodeRate } from '../../evidence/geometry/fragments.js';
import { NEVER, type WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { DrawFacts } from '../../evidence/program/draws.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { describeEmptyQuad, describeShading, describeStray } from './describe-shading.js';
import { findEmptyQuad, getShadingKey, ShadingSums, visitShading } from './shading-sums.js';

/** Number of vertex coordinates of a primitive. */
const COORDINATES = 6;

/**
 * Invariant: every sample that a primitive covers within the scissors and the sample mask is shaded by exactly
 * one invocation, and no other sample is. With sample-rate shading, that is the invocation for the sample's
 * iteration; with coarse shading, that of its fragment. It is labelled with the primitive and is in a wave of
 * its draw. A quad with no samples is in no wave (P-016: the quads that survive are packed, S-002). This is
 * only checked if nothing is left to form, since a device that hangs while quads are held back is not finished.
 * Other rules assume that the quads of waves are correct.
 */
export const LAUNCH_06: Rule = {
  id: 'LAUNCH-06',
  text: 'Exactly one invocation shades each sample a primitive covers within the scissors and sample mask; no other sample is shaded, and no quad without a sample is packed.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-002', 'S-144', 'S-146', 'S-147', 'P-015', 'P-016'],
  needs: ['wave-formed'],
  reads: () => ['depth-tested'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const drawEnds = new Map<number, number>();
  const shaded = new ShadedInvocations(ledgers);
  let isFormed = false;
  return {
    on: {
      'wave-formed': (t) => {
        const wave = ledgers.waves.find(t.wave);
        const quad = wave === undefined ? -1 : findEmptyQuad(wave);
        if (quad >= 0) judge.violate(describeEmptyQuad, ledgers, wave!, quad);
      },
      'draw-end': (t) => {
        drawEnds.set(t.draw, t.cycle);
      },
      quiesced: (t) => {
        const packersWait = t.waiting.some(({ unit }) => unit === 'packer');
        isFormed = !packersWait && (t.waiting.length === 0 || areAllLaunched(ledgers));
      },
    },
    finish: () => {
      if (!isFormed || ledgers.waves.unknownWave !== undefined) return;
      if (ledgers.depth.isMissing) judge.lacks('depth-tested');
      else if (drawEnds.size === ledgers.draws.length)
        checkShading(ledgers, judge, shaded.computeSums(), drawEnds);
      else if (ledgers.waves.formed.length > 0) judge.lacks('draw-end of every draw');
    },
  };
}

/**
 * Whether all formed waves have been launched. A packer with a full queue can hold quads back without waiting
 * itself.
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
    for (let index = 0; index < countPrimitives(facts); index++) {
      const primitive = facts.firstPrimitive + index;
      judge.armed++;
      visitExpected(ledgers, facts.index, coverage, index, (x, y, mask, iteration) =>
        sums.add(-1, facts.index, primitive, getShadingKey(x, y, mask, iteration, rate)),
      );
      if (!sums.differs(primitive)) continue;
      judge.violate(describeShading, ledgers, facts, coverage, index, drawEnds.get(facts.index)!);
    }
  }
  if (sums.differs(total)) judge.violate(describeStray, ledgers, total, greatestOf(drawEnds.values()));
}

/** Accumulates what waves shaded, wave by wave. */
class ShadedInvocations {
  private accumulated: ShadingSums | undefined;
  /** Adds the waves that have not left. */
  private readonly addRemaining: () => void;

  constructor(private readonly ledgers: Ledgers) {
    this.addRemaining = ledgers.waves.onEachWave((wave) => this.add(wave));
  }

  /** Returns the sums for all waves. Must only be called once, at the end of the stream. */
  computeSums(): ShadingSums {
    this.addRemaining();
    return this.getSums();
  }

  private add(wave: WaveRecord): void {
    const sums = this.getSums();
    visitShading(wave, (quad, x, y, mask, iteration, rate) =>
      sums.add(1, wave.facts.index, wave.getPrimitive(quad), getShadingKey(x, y, mask, iteration, rate)),
    );
  }

  private getSums(): ShadingSums {
    this.accumulated ??= new ShadingSums(countAllPrimitives(this.ledgers));
    return this.accumulated;
  }
}

function countAllPrimitives({ draws }: Ledgers): number {
  return draws.reduce((sum, facts) => sum + countPrimitives(facts), 0);
}

function countPrimitives({ draw }: DrawFacts): number {
  return draw.vertices.length / COORDINATES;
}
