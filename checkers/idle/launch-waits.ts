import { chipOf, slotsOf } from '../../arch/index.js';
import type { GroupAllocated } from '../../transactions/index.js';
import type { Handlers } from '../basics/handlers.js';
import { CONTROLLERS, LaunchNeeds } from '../facts/launch-need.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule/rule.js';
import { ControllerTimes, type Start } from './controller-times.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';
import { LaunchRoom } from './launch-room.js';

/**
 * IDLE-02's part for launches: while formed waves wait, a slot is free and the oldest staged wave of each packer surely
 * fits wherever that is, some wave is launched: one a cycle over all packers and
 * background work, once a controller has loaded the wave
 * before (P-066, P-069, P-071). Which of them goes first is the hardware's choice. Once one has started, the next one does as
 * soon as either of the controllers is free, where staging has entries for what both load.
 */
export function judgeLaunches(ledgers: Ledgers, judge: Judge, late: LateReport): RuleCheck {
  const { waves, scenario } = ledgers;
  const needs = new LaunchNeeds(ledgers);
  const room = new LaunchRoom(ledgers, needs);
  /** Formed waves that are not launched, oldest first. */
  const waiting: WaveRecord[] = [];
  let longestLoad = 1;
  let slotsHeld = 0;
  let sawLaunch = false;
  /** Cycle from which nothing prevents a launch: since the last launch, and at all. */
  let since = NEVER;
  let possibleSince = NEVER;
  const controllers = new ControllerTimes();
  const slots = Math.min(scenario.freedoms.waveSlots, slotsOf(chipOf(scenario.chip)));

  /** Whether the wave at a place is the oldest of its packer. */
  const isOldest = (place: number): boolean => {
    for (let older = 0; older < place; older++)
      if (waiting[older].packer === waiting[place].packer) return false;
    return true;
  };

  /** Whether the oldest waves of all packers among those whose start data can be staged fit (P-011). */
  const oldestFit = (): boolean => {
    const staged = Math.min(waiting.length, scenario.freedoms.stagedWaves);
    for (let place = 0; place < staged; place++)
      if (isOldest(place) && !room.surelyFits(waiting[place])) return false;
    return true;
  };

  const look = (cycle: number): void => {
    const possible = waiting.length > 0 && slotsHeld < slots && oldestFit();
    if (!possible) {
      since = NEVER;
      possibleSince = NEVER;
      return;
    }
    if (since === NEVER) since = cycle;
    if (possibleSince === NEVER) possibleSince = cycle;
  };

  /** A wave of any kind starts: judges how long the oldest that waits had a controller for it, unless that `isTold`. */
  const start = (t: Start, isTold: boolean): void => {
    const { lastLaunch, nextFree } = controllers;
    const [oldest] = waiting;
    controllers.start(t);
    const wasPossible = possibleSince !== NEVER && lastLaunch >= possibleSince;
    if (isTold || oldest === undefined || !wasPossible || scenario.freedoms.stagedWaves < CONTROLLERS) return;
    judge.armed++;
    const due = Math.max(lastLaunch + 1, nextFree);
    if (t.cycle - due > SLACK_CYCLES)
      late(oldest.wave, 'or another wave is launched by a free controller', due, t.cycle, SLACK_CYCLES);
  };

  /** Whether the wave waited too long whatever the controllers do. */
  const judgeWave = (wave: WaveRecord, until: number): boolean => {
    if (since === NEVER) return false;
    judge.armed++;
    const bound = longestLoad + SLACK_CYCLES;
    if (until - since <= bound) return false;
    late(wave.wave, 'or another wave is launched', since, until, bound);
    return true;
  };

  /** A background wave or group took or gave room, `slots` of them wave slots. */
  const roomChanged = (slots: number, cycle: number): void => {
    slotsHeld += slots;
    look(cycle);
  };
  const background = judgeBackground(ledgers, room, roomChanged, (t) => {
    start(t, false);
    longestLoad = Math.max(longestLoad, t.loadCycles);
    since = NEVER;
    look(t.cycle);
  });

  return {
    on: {
      ...background,
      'wave-formed': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        waiting.push(wave);
        longestLoad = Math.max(longestLoad, needs.loadCyclesOf(wave, CONTROLLERS));
        look(t.cycle);
      },
      'wave-launched': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        start(t, judgeWave(wave, t.cycle));
        sawLaunch = true;
        const place = waiting.indexOf(wave);
        if (place >= 0) waiting.splice(place, 1);
        slotsHeld++;
        room.take(wave, t.simd);
        since = NEVER;
        look(t.cycle);
      },
      'resource-released': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        slotsHeld--;
        room.free(wave);
        look(t.cycle);
      },
    },
    finish: (end) => {
      const [first] = waiting;
      if (sawLaunch && first !== undefined) judgeWave(first, end);
    },
  };
}

/**
 * What background work does to the launches of pixel waves: it holds room, and each launch of it is one that happened, of
 * which `launched` hears.
 */
function judgeBackground(
  ledgers: Ledgers,
  room: LaunchRoom,
  roomChanged: (slots: number, cycle: number) => void,
  launched: (t: Start) => void,
): Handlers {
  const { background } = ledgers;
  const groups = new Map<number, GroupAllocated>();
  return {
    'group-allocated': (t) => {
      groups.set(t.wave, { ...t });
      room.changeLocal(t.wgp, t.localDwords, 1);
      roomChanged(0, t.cycle);
    },
    'group-released': (t) => {
      const group = groups.get(t.wave);
      if (group === undefined) return;
      groups.delete(t.wave);
      room.changeLocal(group.wgp, group.localDwords, -1);
      roomChanged(0, t.cycle);
    },
    'background-allocated': (t) => {
      room.changeHeld(t.simd, t.holds, 1);
      roomChanged(1, t.cycle);
    },
    'background-released': (t) => {
      const record = background.find(t.wave);
      if (record?.holds === undefined) return;
      room.changeHeld(record.simd, record.holds, -1);
      roomChanged(-1, t.cycle);
    },
    'background-launched': launched,
  };
}
