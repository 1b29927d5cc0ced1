import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import type { OverlapTracker } from '../../../rtl-model/db/overlap-tracker.js';
import type { PackerView } from '../../../rtl-model/db/packer-view.js';
import { Drain } from '../../../rtl-model/sc/drain.js';
import type { DrawPlan } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

/** Creates a drain that sees the state in `observed` and takes its choices from `answers`. */
function makeDrain(answers: readonly number[] = []) {
  const observed = { overlap: false, collides: false, isOver: false };
  const choices: [number, number][] = [];
  const choose = (point: number, n: number): number => answers[choices.push([point, n]) - 1];
  const overlap = {
    overlapsOther: () => observed.overlap,
    collides: () => observed.collides,
  } as unknown as OverlapTracker;
  const context = new DeviceContext(scene(), { choose }, null);
  const drain = new Drain(context, overlap, {} as PackerView, () => observed.isOver);
  return { drain, observed, choices };
}

function makePlan(drains: boolean, holdsPartialWaves = false): DrawPlan {
  return { ordering: { drains, holdsPartialWaves } } as unknown as DrawPlan;
}

const FORMING = new Wave(0);

describe('the POPS hardware bug (S-129)', () => {
  const [BUG_HITS, BUG_KIND] = [
    [CHOICE.MISSED_OVERLAP, 2],
    [CHOICE.MISSED_OVERLAP, 4],
  ];

  it('only occurs if a quad overlaps an unfinished wave, and even then not always', () => {
    const { drain, observed, choices } = makeDrain([0]);
    expect([drain.chooseBugOutcome(undefined), choices]).toEqual(['none', []]);
    observed.overlap = true;
    expect([drain.chooseBugOutcome(FORMING), choices, drain.isStuck]).toEqual(['none', [BUG_HITS], false]);
  });

  it.each([
    [0, 'stuck'],
    [1, 'missed'],
    [3, 'missed'],
  ])('keeps the same effect for the whole run (kind %i: %s)', (kind, outcome) => {
    const { drain, observed, choices } = makeDrain([1, kind, 0, 1]);
    observed.overlap = true;
    expect(drain.chooseBugOutcome(FORMING)).toBe(outcome);
    expect([drain.chooseBugOutcome(FORMING), drain.chooseBugOutcome(FORMING)]).toEqual(['none', outcome]);
    expect([choices, drain.isStuck]).toEqual([[BUG_HITS, BUG_KIND, BUG_HITS, BUG_HITS], outcome === 'stuck']);
  });
});

describe('draining on overlap', () => {
  it('starts when a quad overlaps an unfinished wave, and lasts until every wave has closed and ended', () => {
    const { drain, observed } = makeDrain();
    const isNeeded = (forming?: Wave): boolean => drain.isNeeded(makePlan(true), forming);
    expect(isNeeded()).toBe(false);
    observed.overlap = true;
    expect([drain.isNeeded(makePlan(false), undefined), isNeeded(FORMING)]).toEqual([false, true]);
    observed.overlap = false;
    expect(isNeeded()).toBe(true);
    observed.isOver = true;
    expect([isNeeded(FORMING), isNeeded(), isNeeded(FORMING)]).toEqual([true, false, false]);
  });

  it('also starts when a quad overlaps the open wave, if the draw holds back partial waves', () => {
    const { drain, observed } = makeDrain();
    observed.collides = true;
    expect(drain.isNeeded(makePlan(true), FORMING)).toBe(false);
    expect(drain.isNeeded(makePlan(true, true), undefined)).toBe(false);
    expect(drain.isNeeded(makePlan(true, true), FORMING)).toBe(true);
  });

  it('only holds back partial waves if their draw requires it', () => {
    const { drain, observed } = makeDrain();
    const [heldWave, freeWave] = [true, false].map((holds) =>
      Object.assign(new Wave(0), { plan: makePlan(true, holds) }),
    );
    expect([drain.holdsBack(heldWave), drain.holdsBack(freeWave)]).toEqual([false, false]);
    observed.overlap = true;
    drain.isNeeded(makePlan(true), FORMING);
    expect([drain.holdsBack(heldWave), drain.holdsBack(freeWave)]).toEqual([true, false]);
  });
});
