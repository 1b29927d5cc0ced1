import { FIXED_SGPRS } from '../../arch/index.js';
import type { LaunchResource } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreBin, ignoreCross, labelBins, stepRanges, transition } from '../dsl/bins.js';
import { generationPoint, getGenerationBins } from './common.js';

const RESOURCES: readonly LaunchResource[] = ['wave-slot', 'vgpr', 'sgpr', 'lds', 'scratch'];

const LEVELS = ['alone', 'first half', 'second half', 'last slot'] as const;

/** How full the device is when a wave is launched. */
export const occupancy = covergroup({
  name: 'occupancy',
  version: 3,
  text: 'Wave slots and launches.',
  statements: ['P-036', 'P-064', 'P-065'],
  points: {
    generation: generationPoint,
    level: {
      text: 'Wave slots in use, including the new wave and background waves.',
      statements: ['P-031', 'P-036'],
      bins: labelBins(LEVELS),
    },
    queued: {
      text: 'Number of waves formed but not launched; their start-up data is staged or waiting to be staged.',
      statements: ['P-011', 'P-052', 'P-054'],
      bins: stepRanges([0, 1, 4, 16]),
    },
    refused: {
      text: 'The resource that was unavailable when the wave first requested a launch.',
      statements: ['P-067'],
      bins: labelBins(['nothing', ...RESOURCES]),
    },
    controller: {
      text: 'Launch controller that loads the wave.',
      statements: ['P-071'],
      bins: labelBins(['first', 'second']),
    },
    load: {
      text: 'How many cycles the controller takes to load registers and parameters.',
      statements: ['P-072', 'P-073', 'P-074', 'P-075', 'P-076'],
      bins: [
        ignoreBin('1', [1], 'A pixel wave loads at least I and J, one cycle each (P-072, P-075).'),
        ...stepRanges([2, 3, 5, 9]),
      ],
    },
    turn: {
      text: 'Whether the wave finishes loading after all loads that began earlier, or overtakes one.',
      statements: ['P-071'],
      bins: labelBins(['alone', 'in order', 'overtakes']),
    },
    latency: {
      text: "Cycles from a wave's formation to its launch.",
      statements: ['P-074'],
      bins: stepRanges([0, 16, 64, 256, 1024]),
    },
    trend: {
      text: 'Occupancy levels of consecutive launches.',
      transitions: [
        transition('alone => alone', [[0], [0]], { text: 'waves one at a time' }),
        transition('last slot => last slot => last slot', [[3], [3], [3]], { text: 'a full device' }),
        transition('second half => first half', [[2], [1]], { text: 'the device drains' }),
        transition('first half => second half', [[1], [2]], { text: 'the device fills' }),
      ],
    },
  },
  crosses: [
    { text: 'Occupancy on each generation.', of: ['generation', 'level'] },
    { text: 'Occupancy by backlog.', of: ['level', 'queued'] },
    {
      text: 'Resources that launches wait for on each generation.',
      of: ['generation', 'refused'],
      bins: [
        ignoreCross(
          'every wave has its scalars',
          { generation: getGenerationBins(FIXED_SGPRS), refused: ['sgpr'] },
          'On GFX10 and later each slot has a fixed set of scalar registers.',
        ),
      ],
    },
  ],
  monitor({ sampler, table, test }) {
    const { values, point } = sampler;
    const formationCycle = table.column();
    const refused = table.column();
    /** The cycle in which the last load in progress ends. */
    let lastLoadEnd = 0;
    let slotsInUse = 0;
    let queued = 0;
    return {
      begin() {
        slotsInUse = 0;
        queued = 0;
        lastLoadEnd = 0;
      },
      'wave-formed'({ wave, cycle }) {
        queued++;
        formationCycle.set(wave, cycle);
      },
      'launch-refused'({ wave, resource }) {
        refused.set(wave, 1 + RESOURCES.indexOf(resource));
      },
      'wave-launched'({ wave, cycle, controller, loadCycles }) {
        slotsInUse++;
        queued--;
        const level = classifyLevel(slotsInUse, test().freedoms.waveSlots);
        values[point.level] = level;
        values[point.trend] = level;
        values[point.queued] = queued;
        values[point.refused] = refused.get(wave);
        values[point.controller] = controller;
        values[point.load] = loadCycles;
        values[point.turn] = classifyTurn(cycle, cycle + loadCycles, lastLoadEnd);
        lastLoadEnd = Math.max(lastLoadEnd, cycle + loadCycles);
        values[point.latency] = cycle - formationCycle.get(wave);
        sampler.sample();
      },
      'resource-released'() {
        slotsInUse--;
      },
      'background-allocated'() {
        slotsInUse++;
      },
      'background-launched'({ cycle, loadCycles }) {
        lastLoadEnd = Math.max(lastLoadEnd, cycle + loadCycles);
      },
      'background-released'() {
        slotsInUse--;
      },
    };
  },
});

/** Returns 0 if no other load is in progress, 1 if the others all end first, or 2 if this one overtakes another. */
function classifyTurn(start: number, end: number, otherEnd: number): number {
  if (otherEnd <= start) return 0;
  return otherEnd <= end ? 1 : 2;
}

/** Returns the index into `LEVELS`. */
function classifyLevel(slotsInUse: number, slots: number): number {
  if (slotsInUse === 1) return 0;
  if (slotsInUse >= slots) return 3;
  return slotsInUse * 2 <= slots ? 1 : 2;
}
