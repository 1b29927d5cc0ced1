import { countGroups, countWavesPerGroup, FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import type { DeviceContext } from '../../context.js';
import { makeEvent, UNIT } from '../../context.js';
import { assert } from '../../kernel/assert.js';
import type { Wave } from '../../wave.js';
import type { BackgroundPlan } from './background-plan.js';
import { Group } from './group.js';

/** Callbacks for arriving groups and their waves. */
export interface ArrivalCallbacks {
  makeWave(group: Group): Wave;
  /** Called when the group's waves are ready to launch. */
  arrived(group: Group): void;
}

/**
 * The geometry and compute pipes as SPI sees them. The groups of each work item arrive in order, one per interval
 * (P-049, P-065).
 */
export class Arrivals {
  /** Number of groups of each work item that have arrived. */
  private readonly arrivedGroups: number[];
  private waveCount = 0;

  constructor(
    private readonly context: DeviceContext,
    private readonly plans: readonly BackgroundPlan[],
    private readonly callbacks: ArrivalCallbacks,
  ) {
    this.arrivedGroups = plans.map(() => 0);
  }

  /** Whether all groups of all work items have arrived. */
  get allArrived(): boolean {
    return this.plans.every(
      ({ work }, index) => this.arrivedGroups[index] >= countGroups(work, this.context.lanes),
    );
  }

  /** Schedules the first group of each work item. Called before the first cycle. */
  start(): void {
    this.plans.forEach(({ work }, index) => {
      this.context.wheel.schedule(work.start, makeEvent(UNIT.BACKGROUND, index));
    });
  }

  /** Handles a `BACKGROUND` event: the next group of a work item arrives. */
  step(index: number): void {
    const plan = this.plans[index];
    assert(
      this.arrivedGroups[index] < countGroups(plan.work, this.context.lanes),
      'the work item has another group',
    );
    const { work } = plan;
    const { context } = this;
    const group = new Group(plan, this.arrivedGroups[index]++);
    group.first = FIRST_BACKGROUND_WAVE + this.waveCount;
    for (let waveIndex = 0; waveIndex < countWavesPerGroup(work, context.lanes); waveIndex++) {
      const wave = this.callbacks.makeWave(group);
      wave.number = FIRST_BACKGROUND_WAVE + this.waveCount++;
      group.waves.push(wave);
      assert(wave.group === group, 'the wave belongs to the group');
      assert(wave.slot < 0, 'a new wave has not started');
      this.report(wave, index, group, waveIndex);
    }
    this.callbacks.arrived(group);
    if (this.arrivedGroups[index] < countGroups(work, context.lanes))
      context.wheel.schedule(work.interval, makeEvent(UNIT.BACKGROUND, index));
  }

  private report({ number: wave }: Wave, work: number, group: Group, waveIndex: number): void {
    const { sink, now } = this.context;
    const { source, number } = group;
    if (sink)
      sink({ kind: 'background-formed', cycle: now, wave, source, work, group: number, place: waveIndex });
  }
}
