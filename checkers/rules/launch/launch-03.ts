import type { WaveLaunched } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import {
  CONTROLLERS,
  countBackgroundLoadCycles,
  LaunchNeeds,
  LDS_DWORDS_PER_CYCLE,
} from '../../evidence/facts/launch-needs.js';
import { findAnyWave } from '../../evidence/ledger/background.js';
import { defineRule, formatCount, formatSteps, getWaveName, ignoreRepeats, NEVER } from '../../kit.js';

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

  /**
   * Adds a load. If all loads so far end before all their parameters can have arrived, `due` is the earliest cycle in
   * which the last load may end. `queued` is the duration of the load if loads are served in order.
   */
  addLoad({ cycle, loadCycles }: Launch, dwords: number): { readonly due?: number; readonly queued: number } {
    if (dwords === 0) return { queued: 0 };
    this.queueEnd = Math.max(this.queueEnd, cycle) + Math.ceil(dwords / LDS_DWORDS_PER_CYCLE);
    const queued = this.queueEnd - cycle;
    const scaledStart = cycle * LDS_DWORDS_PER_CYCLE;
    if (this.scaledFreeCycle <= scaledStart) this.lastEnd = 0;
    this.scaledFreeCycle = Math.max(this.scaledFreeCycle, scaledStart) + dwords;
    this.lastEnd = Math.max(this.lastEnd, cycle + loadCycles);
    return this.scaledFreeCycle > this.lastEnd * LDS_DWORDS_PER_CYCLE
      ? { due: Math.ceil(this.scaledFreeCycle / LDS_DWORDS_PER_CYCLE), queued }
      : { queued };
  }
}

/** What may be the first report about a launched wave. */
const ACTIONS = [
  ...(['instructions-issued', 'exiting-id-polled', 'memory-issued', 'message-sent'] as const),
  ...(['wait-done', 'exported', 'wave-ended'] as const),
];

/** What the reports of pixel and background launches have in common. */
type Launch = Pick<WaveLaunched, 'wave' | 'cycle' | 'controller' | 'loadCycles'>;

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
  skips: { devices: 'other than our own: a load may take longer than the rates require' },
  create(ledgers, judge) {
    const needs = new LaunchNeeds(ledgers);
    /** When the registers of each launched wave have been loaded. */
    const loadedCycles = new NumberMap<number>();
    /** The last launch, overall and by each controller. */
    let last: Launch | undefined;
    const lastByController: (Launch | undefined)[] = [];
    const path = new ParameterPath();

    const violate = (wave: number, cycle: number, { allowed, observed, colliding }: LaunchError): void => {
      if (!judge.fires()) return;
      const earlier = colliding && findAnyWave(ledgers, colliding.wave);
      const { formedCycle, launchedCycle } = findAnyWave(ledgers, wave)!;
      const loadedCycle = colliding && loadedCycles.get(colliding.wave);
      const until = loadedCycle === undefined ? '' : `, loaded in cycle ${loadedCycle}`;
      judge.reportAt(wave, cycle, {
        unit: 'spi',
        allowed,
        observed: observed(getWaveName(ledgers, wave)),
        steps: formatSteps([
          [formedCycle, 'formed'],
          [
            earlier?.launchedCycle ?? NEVER,
            `${getWaveName(ledgers, colliding?.wave ?? wave)} launched${until}`,
          ],
          [launchedCycle, 'launched'],
        ]),
        hint: 'Check the launch controllers: when each becomes free, and how long a load takes.',
      });
    };

    const checkLaunch = (t: Launch, minCycles: number, parameters: number): void => {
      const { cycle, controller, loadCycles } = t;
      judge.armed++;
      const { due, queued } = path.addLoad(t, parameters);
      const maxCycles = ledgers.isForeign ? loadCycles : Math.max(minCycles, queued);
      const error = findLaunchError(t, last, lastByController[controller], [minCycles, maxCycles], due);
      if (error !== undefined) violate(t.wave, cycle, error);
      last = { ...t };
      lastByController[controller] = last;
      loadedCycles.set(t.wave, cycle + loadCycles);
    };

    /** Apart from the check, where V8 would make a context for the closure at every report. */
    const issuesIn = (cycle: number) => (name: string) => `${name} issues an instruction in cycle ${cycle}.`;
    /** Checks the first report of any kind about a launched wave, because not all streams report instructions. */
    const checkFirstAction = ({ wave, cycle }: { readonly wave: number; readonly cycle: number }): void => {
      const loadedCycle = loadedCycles.delete(wave);
      if (loadedCycle !== undefined && cycle < loadedCycle)
        violate(wave, cycle, {
          allowed: `Its registers are loaded in cycle ${loadedCycle}.`,
          observed: issuesIn(cycle),
        });
    };

    return {
      'background-launched': (t) => {
        const record = ledgers.background.find(t.wave);
        if (record !== undefined) checkLaunch(t, countBackgroundLoadCycles(ledgers, record), 0);
      },
      ...Object.fromEntries(ACTIONS.map((kind) => [kind, checkFirstAction])),
      'instructions-repeated': ignoreRepeats,
      onWave: {
        'wave-launched': (wave, t) =>
          checkLaunch(t, needs.countLoadCycles(wave), needs.countParameterDwords(wave)),
      },
    };
  },
});

/** A violation by a launch or an instruction. */
interface LaunchError {
  readonly allowed: string;
  /** Returns a sentence that contains the wave's name. */
  readonly observed: (name: string) => string;
  readonly colliding?: Launch | undefined;
}

/**
 * Returns the first limit that a launch breaks, or undefined if it breaks none. `last` is the launch before it, and
 * `previous` the last one of its controller. The load takes `minCycles` to `maxCycles`, and either it or the one before
 * it ends in cycle `due` or later, unless that is undefined.
 */
function findLaunchError(
  { cycle, controller, loadCycles }: Launch,
  last: Launch | undefined,
  previous: Launch | undefined,
  [minCycles, maxCycles]: readonly [minCycles: number, maxCycles: number],
  due: number | undefined,
): LaunchError | undefined {
  const describeLoad = (name: string): string =>
    `${name} is loaded in ${formatCount(loadCycles, 'cycle', 'cycles')}.`;
  if (cycle === last?.cycle)
    return {
      allowed: 'At most one wave starts per cycle.',
      observed: (name) => `${name} is the second to start in cycle ${cycle}.`,
      colliding: last,
    };
  if (controller < 0 || controller >= CONTROLLERS)
    return {
      allowed: `Controllers are numbered from 0 to ${CONTROLLERS - 1}.`,
      observed: (name) => `Controller ${controller} starts ${name}.`,
    };
  const busyUntil = previous === undefined ? NEVER : previous.cycle + previous.loadCycles;
  if (cycle < busyUntil)
    return {
      allowed: `Controller ${controller} is busy loading until cycle ${busyUntil}.`,
      observed: (name) => `Controller ${controller} starts ${name} in cycle ${cycle}.`,
      colliding: previous,
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
    colliding: last,
  };
}
