import { describe, expect, it } from 'vitest';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import type { OverlapTracker } from '../../../rtl-model/db/overlap-tracker.js';
import type { PackerView } from '../../../rtl-model/db/packer-view.js';
import { Drain } from '../../../rtl-model/sc/drain.js';
import type { DrawPlan } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

/** Creates a drain whose packer observes the state in `observed`, with the given answers to its choices. */
function makeDrain(answers: readonly number[] = []) {
  const observed = { overlap: false, collides: false, isOver: false };
  const choicesMade: [number, number][] = [];
  const choose = (point: number, n: number): number => answers[choicesMade.push([point, n]) - 1];
  const overlap = {
    overlapsOther: () => observed.overlap,
    collides: () => observed.collides,
  } as unknown as OverlapTracker;
  const context = new DeviceContext(scene(), { choose }, null);
  const drain = new Drain(context, overlap, {} as PackerView, () => observed.isOver);
  return { drain, observed, choicesMade };
}

function makePlan(drains: boolean, holdsPartialWaves = false): DrawPlan {
  return { ordering: { drains, holdsPartialWaves } } as unknown as DrawPlan;
}

const FORMING = new Wave(0);

describe("the chip's bug (S-129)", () => {
  const [OCCURS, KIND] = [
    [CHOICE.MISSED_OVERLAP, 2],
    [CHOICE.MISSED_OVERLAP, 4],
  ];

  it('only occurs if a quad overlaps an unfinished wave, and not always then', () => {
    const { drain, observed, choicesMade } = makeDrain([0]);
    expect([drain.chooseBugOutcome(undefined), choicesMade]).toEqual(['none', []]);
    observed.overlap = true;
    expect([drain.chooseBugOutcome(FORMING), choicesMade, drain.isStuck]).toEqual(['none', [OCCURS], false]);
  });

  it.each([
    [0, 'stuck'],
    [1, 'missed'],
    [3, 'missed'],
  ])('has the same effect throughout a run (kind %i: %s)', (kind, outcome) => {
    const { drain, observed, choicesMade } = makeDrain([1, kind, 0, 1]);
    observed.overlap = true;
    expect(drain.chooseBugOutcome(FORMING)).toBe(outcome);
    expect([drain.chooseBugOutcome(FORMING), drain.chooseBugOutcome(FORMING)]).toEqual(['none', outcome]);
    expect([choicesMade, drain.isStuck]).toEqual([[OCCURS, KIND, OCCURS, OCCURS], outcome === 'stuck']);
  });
});

describe('a drain on overlap', () => {
  it('starts with a quad that overlaps an unfinished wave, and lasts until no wave is open and all have ended', () => {
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

  it('also starts with a quad that overlaps the open wave, if the draw holds back partial waves', () => {
    const { drain, observed } = makeDrain();
    observed.collides = true;
    expect(drain.isNeeded(makePlan(true), FORMING)).toBe(false);
    expect(drain.isNeeded(makePlan(true, true), undefined)).toBe(false);
    expect(drain.isNeeded(makePlan(true, true), FORMING)).toBe(true);
  });

  it('only holds back partial waves if their draw requires it', () => {
    const { drain, observed } = makeDrain();
    const [held, free] = [true, false].map((holds) =>
      Object.assign(new Wave(0), { plan: makePlan(true, holds) }),
    );
    expect([drain.holdsBack(held), drain.holdsBack(free)]).toEqual([false, false]);
    observed.overlap = true;
    drain.isNeeded(makePlan(true), FORMING);
    expect([drain.holdsBack(held), drain.holdsBack(free)]).toEqual([true, false]);
  });
});
