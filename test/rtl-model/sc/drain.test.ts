import { describe, expect, it } from 'vitest';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import type { OverlapTracker } from '../../../rtl-model/db/overlap-tracker.js';
import type { PackerView } from '../../../rtl-model/db/packer-view.js';
import { Drain } from '../../../rtl-model/sc/drain.js';
import type { DrawPlan } from '../../../rtl-model/spi/draw-plan.js';
import { Wave } from '../../../rtl-model/wave.js';
import { scene } from '../../checkers/support/scenes.js';

/** Creates a drain whose packer observes the state in `sees`, with these answers to its choices. */
function drainOf(answers: readonly number[] = []) {
  const sees = { overlap: false, collides: false, isOver: false };
  const questions: [number, number][] = [];
  const choose = (point: number, n: number): number => answers[questions.push([point, n]) - 1];
  const overlap = {
    overlapsOther: () => sees.overlap,
    collides: () => sees.collides,
  } as unknown as OverlapTracker;
  const context = new DeviceContext(scene(), { choose }, null);
  const drain = new Drain(context, overlap, {} as PackerView, () => sees.isOver);
  return { drain, sees, questions };
}

function planOf(drains: boolean, holdsPartialWaves = false): DrawPlan {
  return { ordering: { drains, holdsPartialWaves } } as unknown as DrawPlan;
}

const FORMING = new Wave(0);

describe("the chip's bug (S-129)", () => {
  const [OCCURS, KIND] = [
    [CHOICE.MISSED_OVERLAP, 2],
    [CHOICE.MISSED_OVERLAP, 4],
  ];

  it('only shows if a quad overlaps an unfinished wave, and not always', () => {
    const { drain, sees, questions } = drainOf([0]);
    expect([drain.bugOutcome(undefined), questions]).toEqual(['none', []]);
    sees.overlap = true;
    expect([drain.bugOutcome(FORMING), questions, drain.isStuck]).toEqual(['none', [OCCURS], false]);
  });

  it.each([
    [0, 'stuck'],
    [1, 'missed'],
    [3, 'missed'],
  ])('has the same effect throughout a run, for kind %i: %s', (kind, outcome) => {
    const { drain, sees, questions } = drainOf([1, kind, 0, 1]);
    sees.overlap = true;
    expect(drain.bugOutcome(FORMING)).toBe(outcome);
    expect([drain.bugOutcome(FORMING), drain.bugOutcome(FORMING)]).toEqual(['none', outcome]);
    expect([questions, drain.isStuck]).toEqual([[OCCURS, KIND, OCCURS, OCCURS], outcome === 'stuck']);
  });
});

describe('a drain on overlap', () => {
  it('starts with a quad that overlaps an unfinished wave, and lasts until no wave is open and all waves have ended', () => {
    const { drain, sees } = drainOf();
    const needed = (forming?: Wave): boolean => drain.isNeeded(planOf(true), forming);
    expect(needed()).toBe(false);
    sees.overlap = true;
    expect([drain.isNeeded(planOf(false), undefined), needed(FORMING)]).toEqual([false, true]);
    sees.overlap = false;
    expect(needed()).toBe(true);
    sees.isOver = true;
    expect([needed(FORMING), needed(), needed(FORMING)]).toEqual([true, false, false]);
  });

  it('also starts with a quad that overlaps the open wave, if it holds back partial waves', () => {
    const { drain, sees } = drainOf();
    sees.collides = true;
    expect(drain.isNeeded(planOf(true), FORMING)).toBe(false);
    expect(drain.isNeeded(planOf(true, true), undefined)).toBe(false);
    expect(drain.isNeeded(planOf(true, true), FORMING)).toBe(true);
  });

  it('holds back partial waves only if their draw requires it', () => {
    const { drain, sees } = drainOf();
    const [held, free] = [true, false].map((holds) =>
      Object.assign(new Wave(0), { plan: planOf(true, holds) }),
    );
    expect([drain.holdsBack(held), drain.holdsBack(free)]).toEqual([false, false]);
    sees.overlap = true;
    drain.isNeeded(planOf(true), FORMING);
    expect([drain.holdsBack(held), drain.holdsBack(free)]).toEqual([true, false]);
  });
});
