import type { Place, WaveLaunched } from '../../../transactions/index.js';
import {
  CONTROLLERS,
  countBackgroundLoadCycles,
  LaunchNeeds,
  LDS_DWORDS_PER_CYCLE,
} from '../../evidence/facts/launch-needs.js';
import type { Ledgers } from '../../kit.js';
import { defineRule, formatCount, getWaveName, ignoreRepeats, locateAnyWave, NEVER } from '../../kit.js';

/**
 * Tracks parameters on their way to LDS, at 24 dwords per cycle for both controllers together (P-073). Whatever the
 * order, the path stays busy for the combined duration of all loads, starting with the first.
 */
class ParameterPath {
  /** The earliest cycle by which all parameters could have arrived, multiplied by the number of dwords per cycle. */
  private scaledFreeCycle = 0;
  /** The latest reported end of a load. */
  private lastEnd = 0;
  /** The cycle in which the path becomes free if each load waits for the previous ones and takes whole cycles. */
  private queueEnd = 0;

  /** Queues a load. Returns the cycle until which its parameters occupy the path if loads are served in order. */
  queue(cycle: number, dwords: number): number {
    this.queueEnd = Math.max(this.queueEnd, cycle) + Math.ceil(dwords / LDS_DWORDS_PER_CYCLE);
    return this.queueEnd;
  }

  /**
   * Adds a load. If all loads so far end before all their parameters can have arrived, returns the earliest cycle in
   * which the last load may end. Otherwise returns undefined.
   */
  addLoad(cycle: number, loadCycles: number, dwords: number): number | undefined {
    const scaledStart = cycle * LDS_DWORDS_PER_CYCLE;
    if (this.scaledFreeCycle <= scaledStart) this.lastEnd = 0;
    this.scaledFreeCycle = Math.max(this.scaledFreeCycle, scaledStart) + dwords;
    this.lastEnd = Math.max(this.lastEnd, cycle + loadCycles);
    return this.scaledFreeCycle > this.lastEnd * LDS_DWORDS_PER_CYCLE
      ? Math.ceil(this.scaledFreeCycle / LDS_DWORDS_PER_CYCLE)
      : undefined;
  }
}

/** What the reports of pixel and background launches have in common. */
type Launch = Pick<WaveLaunched, 'wave' | 'cycle' | 'controller' | 'loadCycles'>;

/** Remembers the last launch, overall and per controller. */
class PastLaunches {
  lastCycle = NEVER;
  lastWave: number | undefined;
  private readonly waves = new Array<number | undefined>(CONTROLLERS).fill(undefined);
  private readonly loadedCycles = new Array<number>(CONTROLLERS).fill(NEVER);

  add({ wave, cycle, controller, loadCycles }: Launch): void {
    this.lastCycle = cycle;
    this.lastWave = wave;
    this.waves[controller] = wave;
    this.loadedCycles[controller] = cycle + loadCycles;
  }

  /** Returns the wave that a controller loaded last, if any. */
  getWave(controller: number): number | undefined {
    return this.waves[controller];
  }

  /** Returns the cycle until which a controller is loading its last wave. */
  getBusyUntil(controller: number): number {
    return this.loadedCycles[controller] ?? NEVER;
  }
}

/** What findings report about a launched wave. */
interface LaunchedWave {
  readonly formedCycle: number;
  readonly launchedCycle: number;
  readonly name: string;
  readonly place: Place;
}

/**
 * Together, the controllers load parameters no faster than SPI allows. Loading more slowly does not affect the order,
 * so other designs may do so, but ours must not take longer than these rates imply.
 */
export const LAUNCH_03 = defineRule({
  id: 'LAUNCH-03',
  text: 'At most one wave starts per cycle, each of the two launch controllers loads one wave at a time at its rate, and a wave issues nothing before its load ends.',
  timed: true,
  statements: ['P-068', 'P-069', 'P-070', 'P-071', 'P-072', 'P-073', 'P-074', 'P-075', 'P-076', 'P-025'],
  needs: ['wave-formed', 'wave-launched'],
  create(ledgers, judge) {
    const needs = new LaunchNeeds(ledgers);
    /** When the registers of each launched wave have been loaded. */
    const loadedCycles = new Map<number, number>();
    const pastLaunches = new PastLaunches();
    const path = new ParameterPath();

    const violate = (wave: number, cycle: number, { allowed, observed, collidingWave }: LaunchError) => {
      if (!judge.fires()) return;
      const { name, place, formedCycle, launchedCycle } = findLaunched(ledgers, wave)!;
      const earlier = collidingWave === undefined ? undefined : findLaunched(ledgers, collidingWave);
      const steps = [
        { cycle: formedCycle, text: 'formed' },
        ...(earlier === undefined ? [] : [describeLaunchStep(earlier, loadedCycles.get(collidingWave!))]),
        { cycle: launchedCycle, text: 'launched' },
      ];
      judge.report({
        cycle,
        unit: 'spi',
        place,
        allowed,
        observed: observed(name),
        steps: steps.sort((a, b) => a.cycle - b.cycle).map((step) => `cycle ${step.cycle}: ${step.text}`),
        hint: 'Check the launch controllers: when each becomes free, and how long a load takes.',
      });
    };

    const checkLaunch = (t: Launch, minCycles: number, parameters: number): void => {
      const { wave, cycle, loadCycles } = t;
      judge.armed++;
      const due = parameters === 0 ? undefined : path.addLoad(cycle, loadCycles, parameters);
      const queued = parameters === 0 ? 0 : path.queue(cycle, parameters) - cycle;
      const maxCycles = ledgers.isForeign ? loadCycles : Math.max(minCycles, queued);
      const error = findLaunchError(t, { pastLaunches, minCycles, maxCycles, due });
      if (error !== undefined) violate(wave, cycle, error);
      pastLaunches.add(t);
      loadedCycles.set(wave, cycle + loadCycles);
    };

    /** Checks the first report of any kind about a launched wave, because not all streams report instructions. */
    const checkFirstAction = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
      if (loadedCycles.size === 0) return;
      const loadedCycle = loadedCycles.get(wave);
      if (loadedCycle === undefined) return;
      loadedCycles.delete(wave);
      if (cycle < loadedCycle) reportEarly(wave, cycle, loadedCycle);
    };
    const reportEarly = (wave: number, cycle: number, loadedCycle: number): void =>
      violate(wave, cycle, {
        allowed: `Its registers are loaded in cycle ${loadedCycle}.`,
        observed: (name) => `${name} issues an instruction in cycle ${cycle}.`,
      });

    return {
      'background-launched': (t) => {
        const record = ledgers.background.find(t.wave);
        if (record !== undefined) checkLaunch(t, countBackgroundLoadCycles(ledgers, record), 0);
      },
      'instructions-issued': checkFirstAction,
      'instructions-repeated': ignoreRepeats,
      'exiting-id-polled': checkFirstAction,
      'memory-issued': checkFirstAction,
      'message-sent': checkFirstAction,
      onWave: {
        'wave-launched': (wave, t) =>
          checkLaunch(t, needs.countLoadCycles(wave), needs.countParameterDwords(wave)),
      },
    };
  },
});

/** Returns a launched pixel or background wave, or undefined if it has left the ledgers. */
function findLaunched(ledgers: Ledgers, number: number): LaunchedWave | undefined {
  const record = ledgers.background.find(number) ?? ledgers.waves.find(number);
  if (record === undefined) return undefined;
  return {
    formedCycle: record.formedCycle,
    launchedCycle: record.launchedCycle,
    name: getWaveName(ledgers, number),
    place: locateAnyWave(ledgers, number),
  };
}

/**
 * Returns a step describing the launch that an illegal launch collides with. Unless the wave has acted since, this
 * includes the end of the load.
 */
function describeLaunchStep({ launchedCycle, name }: LaunchedWave, loadedCycle: number | undefined) {
  const until = loadedCycle === undefined ? '' : `, loaded in cycle ${loadedCycle}`;
  return { cycle: launchedCycle, text: `${name} launched${until}` };
}

/** A violation by a launch or an instruction. */
interface LaunchError {
  readonly allowed: string;
  /** Returns a sentence that contains the wave's name. */
  readonly observed: (name: string) => string;
  /** The wave whose launch it collides with, if there is one. */
  readonly collidingWave?: number | undefined;
}

/** What a launch is checked against. */
interface LaunchLimits {
  readonly pastLaunches: PastLaunches;
  /** Minimum duration of the load, in cycles. */
  readonly minCycles: number;
  /** Maximum duration of the load, in cycles, at the rates of the controller and of the path. */
  readonly maxCycles: number;
  /**
   * The earliest cycle in which the later of this load and the previous one may end, or undefined if that is satisfied.
   */
  readonly due: number | undefined;
}

/** Returns the first limit that a launch breaks, or undefined if it breaks none. */
function findLaunchError(
  { cycle, controller, loadCycles }: Launch,
  { pastLaunches, minCycles, maxCycles, due }: LaunchLimits,
): LaunchError | undefined {
  const describeLoad = (name: string): string =>
    `${name} is loaded in ${formatCount(loadCycles, 'cycle', 'cycles')}.`;
  if (cycle === pastLaunches.lastCycle)
    return {
      allowed: 'At most one wave starts per cycle.',
      observed: (name) => `${name} is the second to start in cycle ${cycle}.`,
      collidingWave: pastLaunches.lastWave,
    };
  if (controller < 0 || controller >= CONTROLLERS)
    return {
      allowed: `Controllers are numbered from 0 to ${CONTROLLERS - 1}.`,
      observed: (name) => `Controller ${controller} starts ${name}.`,
    };
  const busyUntil = pastLaunches.getBusyUntil(controller);
  if (cycle < busyUntil)
    return {
      allowed: `Controller ${controller} is busy loading until cycle ${busyUntil}.`,
      observed: (name) => `It starts ${name} in cycle ${cycle}.`,
      collidingWave: pastLaunches.getWave(controller),
    };
  if (loadCycles < minCycles)
    return {
      allowed: `Loading takes at least ${formatCount(minCycles, 'cycle', 'cycles')}.`,
      observed: describeLoad,
    };
  if (loadCycles > maxCycles)
    return {
      allowed: `At the rates of the controller and of the parameter path, loading takes at most ${formatCount(maxCycles, 'cycle', 'cycles')}.`,
      observed: describeLoad,
    };
  if (due === undefined) return undefined;
  return {
    allowed: `SPI loads ${LDS_DWORDS_PER_CYCLE} LDS dwords per cycle for both controllers: this load or the previous one ends in cycle ${due} or later.`,
    observed: (name) => `${name} is loaded in cycle ${cycle + loadCycles}.`,
    collidingWave: pastLaunches.lastWave,
  };
}
