import { SEPARATE_MEMORY } from '../../arch/index.js';
import { DeviceContext, type DeviceFaults, type FaultTable } from '../../rtl-model/context.js';
import { COUNTER_COUNT } from '../../rtl-model/counters.js';
import { runScenario } from '../../rtl-model/index.js';
import { ReplayChoices } from '../../rtl-model/kernel/index.js';
import { planDraws } from '../../rtl-model/spi/draw-plan.js';
import { PATH, STATUS, Wave } from '../../rtl-model/wave.js';
import {
  type FaultId,
  FIXED_UNKNOWNS,
  KNOBS,
  type KnobValues,
  QUAD_COLUMNS,
  type Scenario,
  setting,
} from '../../transactions/index.js';
import { scene } from '../checkers/support/scenes.js';
import { buildScene, getTransactions } from './support/run-program.js';

/** A program with two loads on one path, an LDS access and a final export (instructions 3 to 6). */
const PROGRAM = `
  s_mov_b64 exec, 1
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_load_dword v2, v[0:1], off
  global_load_dword v3, v[0:1], off offset:4
  ds_write_b32 v1, v1
  exp mrt0 v1, v1, v1, v1 done vm
  s_endpgm`;

/** Returns the names of all events pending at any point in a run that always takes the first (or last) alternative. */
function collectNames(takesLast: boolean): ReadonlySet<string> {
  const scenario = buildScene(PROGRAM, { registers: { SPI_SHADER_COL_FORMAT: 9 } });
  const orderScenario: Scenario = { ...scenario, schedule: { strategy: 'order', choices: [] } };
  const names = new Set<string>();
  const guide = ({
    alternatives,
    pendingEvents,
  }: {
    alternatives: number;
    pendingEvents: () => readonly { name: string }[];
  }) => {
    const pending = pendingEvents().map(({ name }) => name);
    expect(new Set(pending).size).toBe(pending.length);
    for (const name of pending) names.add(name);
    return takesLast ? alternatives - 1 : 0;
  };
  runScenario(orderScenario, null, { guide });
  return names;
}

const COMMON_NAMES = [
  ...['SCAN 0 0', 'LAUNCH 0 0', 'WAVE 0.0 0', 'EXPORT_SPACE 0.0 0', 'LDS_BANKS 0 0', 'LDS 0.0 5 0'],
  ...['EXPORT_BUS 0.0 0', 'EXPORT_DONE 0.0 0', 'EXIT_VISIBLE 0 0'],
  ...['PERFORM 0.0 3 0', 'PERFORM 0.0 4 0', 'RETURN 0.0 3 0', 'RETURN 0.0 4 0'],
];

it('names an event by unit, wave, instruction and position in its queue, regardless of the event order', () => {
  expect([...collectNames(false)].sort()).toEqual([...COMMON_NAMES].sort());
  // The second load is issued while the first is still pending, so it is second in the queue.
  expect([...collectNames(true)].sort()).toEqual([...COMMON_NAMES, 'PERFORM 0.0 4 1'].sort());
});

const SELECT = 's_movk_i32 s10, 0x1\ns_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10\n';
const SEND = 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)\n';

/** Runs `source` on two waves and returns the scenario and the exit and end transactions in order. */
function runAndGetExits(source: string, freedoms: Partial<KnobValues>) {
  const scenario = buildScene(source, { chip: 'navi21', draws: 2, freedoms });
  return {
    scenario,
    exits: getTransactions(scenario, 'section-exit'),
    ends: getTransactions(scenario, 'wave-ended'),
  };
}

it('the model has either a knob or a fixed behaviour for every hardware unknown from U1 to U29', () => {
  const named = Object.values(KNOBS).flatMap(({ source }) => source.match(/U\d+/g) ?? []);
  const covered = new Set([...named, ...Object.keys(FIXED_UNKNOWNS)]);
  const missing = Array.from({ length: 29 }, (_, i) => `U${i + 1}`).filter((name) => !covered.has(name));
  expect(missing).toEqual([]);
  expect(Object.keys(FIXED_UNKNOWNS).filter((name) => named.includes(name))).toEqual([]);
});

describe('a hardware unknown', () => {
  it('U12: a message carries the packer selected when it is sent, not when it arrives', () => {
    const clear = 's_mov_b32 s10, 0\ns_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10\n';
    const result = runAndGetExits(`${SELECT}${SEND}${clear}s_sleep 0x40\ns_endpgm`, {
      messageWithoutPacker: setting('messageWithoutPacker', 'ignored'),
      messageLatency: [60, 60],
    });
    expect(result.exits[0].cycle).toBeLessThan(result.ends[0].cycle);
  });

  it('U24: a poll without a packer reads zero, the last value or an arbitrary id', () => {
    const getPolledIds = (unselectedPoll: number): number[] =>
      getTransactions(
        buildScene(
          `${SELECT}s_mov_b32 s11, src_pops_exiting_wave_id
          s_movk_i32 s10, 0x0
          s_setreg_b32 hwreg(HW_REG_POPS_PACKER, 0, 3), s10
          s_mov_b32 s11, src_pops_exiting_wave_id
          s_endpgm`,
          { chip: 'navi21', freedoms: { unselectedPoll, idStart: 77 } },
        ),
        'exiting-id-polled',
      ).map(({ id }) => id);
    expect(getPolledIds(0)).toEqual([77, 0]);
    expect(getPolledIds(1)).toEqual([77]);
    expect(getPolledIds(2)[1]).toBeGreaterThan(0);
  });

  it('U24: a poll without a packer can read any id', () => {
    const polls = 's_mov_b32 s11, src_pops_exiting_wave_id\n'.repeat(200);
    const scenario = buildScene(`${polls}s_endpgm`, {
      chip: 'navi21',
      freedoms: { unselectedPoll: setting('unselectedPoll', 'anything'), idWrap: 7 },
    });
    const read = new Set(getTransactions(scenario, 'exiting-id-polled').map(({ id }) => id));
    expect([...read].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

/** Fields set when the wave is formed or launched, or when it starts waiting, before anything reads them. */
const SET_LATER = ['index', 'number', 'id', 'quads', 'state', 'place', 'thresholds'];

/** The records that units keep for a wave. */
const RECORDS = ['overlap', 'launch', 'section', 'exports', 'fetched', 'paths', 'polling', 'loops'] as const;

function changeEveryField(record: object): void {
  for (const [name, value] of Object.entries(record)) {
    if (value instanceof Int32Array || value instanceof Float64Array) value.fill(7);
    else if (Array.isArray(value)) value.push(new Wave(9));
    else if (typeof value === 'boolean') Object.assign(record, { [name]: !value });
    else if (typeof value === 'number') Object.assign(record, { [name]: value + 7 });
    else if (typeof value !== 'object') Object.assign(record, { [name]: 'from the previous wave' });
  }
}

const scenario = scene();
const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);

function makeReusedWave(dirty: (wave: Wave) => void): Wave {
  const wave = new Wave(0);
  wave.reset(1, 5, plan!);
  dirty(wave);
  wave.reset(1, 5, plan!);
  return wave;
}

it('a reused record exposes no value from the previous wave', () => {
  const listFields = (wave: Wave) =>
    Object.entries(wave).filter(([name]) => !SET_LATER.includes(name) && !RECORDS.includes(name as never));
  expect(listFields(makeReusedWave(changeEveryField))).toEqual(listFields(makeReusedWave(() => {})));
});

it('a reused wave equals a new one', () => {
  const reused = new Wave(0);
  reused.reset(0, 0, plan!);
  const listValues = (wave: Wave) =>
    Object.entries(wave).filter(([, value]) => ['number', 'string', 'boolean'].includes(typeof value));
  expect(listValues(new Wave(0))).toEqual(listValues(reused));
});

it.each(RECORDS)('a wave resets its "%s" record when it is reused', (name) => {
  const { entries, ...fresh } = { entries: undefined, ...makeReusedWave(() => {})[name] };
  const { entries: usedEntries, ...used } = {
    entries: undefined,
    ...makeReusedWave((wave) => changeEveryField(wave[name]))[name],
  };
  const { entries: newEntries, ...first } = { entries: undefined, ...new Wave(0)[name] };
  expect(used).toEqual(fresh);
  expect(first).toEqual(fresh);
});

it("RECORDS lists all of a wave's records", () => {
  const isRecord = (value: unknown) => value instanceof Object && !ArrayBuffer.isView(value);
  const wave = new Wave(0);
  expect(Object.keys(wave).filter((name) => isRecord(wave[name as keyof Wave]))).toEqual(RECORDS);
});

it('every wave status has a unique number', () => {
  const numbers = Object.values(STATUS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('each counter, and each path without a counter, has its own ordering', () => {
  const paths = [...Array.from({ length: COUNTER_COUNT }, (_, path) => path), ...Object.values(PATH)];
  expect(paths.toSorted((a, b) => a - b)).toEqual(
    Array.from(new Wave(0).paths.returnedAt, (_, path) => path),
  );
});

it('a wave has room for sixteen quads, and an overlap table entry for each of them', () => {
  const wave = new Wave(0);
  expect([wave.quads.length, wave.overlap.entries.length]).toEqual([16 * QUAD_COLUMNS, 16]);
});

function makeFaultyContext(faults: readonly FaultId[], deviceFaults: DeviceFaults): DeviceContext {
  return new DeviceContext(
    { ...scene(), faults },
    new ReplayChoices([]),
    null,
    SEPARATE_MEMORY,
    deviceFaults,
  );
}

it("leaves a unit's outputs unchanged, except for those that the scenario's faults override", () => {
  const clean = { first: 1, second: 2 };
  const faults = { F01: () => ({ second: 3 }), F02: () => ({ first: 4 }) };
  const getOutputs = (injected: readonly ('F01' | 'F02' | 'F03')[]) =>
    makeFaultyContext(injected, new Map([[clean, faults]])).outputs(clean);
  expect(getOutputs([])).toEqual({ first: 1, second: 2 });
  expect(getOutputs(['F03'])).toEqual({ first: 1, second: 2 });
  expect(getOutputs(['F01'])).toEqual({ first: 1, second: 3 });
  expect(getOutputs(['F01', 'F03'])).toEqual({ first: 1, second: 3 });
  expect(getOutputs(['F01', 'F02'])).toEqual({ first: 4, second: 3 });
  expect(clean).toEqual({ first: 1, second: 2 });
});

it('a fault changes only its own unit, keeps separate state per unit, and wraps the outputs of earlier faults', () => {
  const faults: FaultTable<{ add: (n: number) => number }> = {
    F01: (unit) => {
      const { add } = unit;
      let calls = 0;
      return { add: (n) => add(n) + 100 * ++calls };
    },
    F02: (_unit, _context, { add }) => ({ add: (n) => 2 * add(n) }),
  };
  const owner = {};
  const context = makeFaultyContext(['F01', 'F02'], new Map([[owner, faults as FaultTable<object>]]));
  const [firstUnit, secondUnit] = [1, 2].map((first) =>
    context.inject({ add: (n: number) => first + n }, owner),
  );
  expect([firstUnit.add(1), firstUnit.add(1), secondUnit.add(1)]).toEqual([204, 404, 206]);
});

it('numbers accesses from zero in issue order, regardless of the memory they access', () => {
  const program = `
  s_mov_b32 m0, 0x100
  v_mov_b32_e32 v0, 0
  s_mov_b64 exec, 1
  s_mov_b32 s0, 0x100000
  s_mov_b32 s1, 0
  ds_read_b32 v2, v0
  s_load_dword s4, s[0:1], 0x0
  ds_read_b32 v2, v0
  s_load_dword s4, s[0:1], 0x0
  s_waitcnt lgkmcnt(0)
  s_endpgm`;
  const issued = getTransactions(buildScene(program, { draws: 2 }), 'memory-issued');
  expect(issued.map(({ access }) => access)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

it("uses each latency's minimum, without making a choice, when only the event order is searched", () => {
  const points: number[] = [];
  const choices = {
    choose: (point: number) => {
      points.push(point);
      return 1;
    },
  };
  const getLatency = (schedule: Scenario['schedule']) =>
    new DeviceContext({ ...scene(), schedule }, choices, null).latency(7, [3, 9]);
  expect([getLatency({ strategy: 'order', choices: [] }), points]).toEqual([3, []]);
  expect([getLatency({ strategy: 'replay', choices: [] }), points]).toEqual([4, [7]]);
});
