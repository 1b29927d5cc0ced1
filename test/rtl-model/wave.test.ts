import { expect, it } from 'vitest';
import { DeviceContext } from '../../rtl-model/context.js';
import { COUNTER_COUNT } from '../../rtl-model/counters.js';
import { ReplayChoices } from '../../rtl-model/kernel/index.js';
import { planDraws } from '../../rtl-model/spi/draw-plan.js';
import { PATH, STATUS, Wave } from '../../rtl-model/wave.js';
import { QUAD_COLUMNS } from '../../transactions/index.js';
import { scene } from '../checkers/support/scenes.js';

/** Fields set when the wave is formed or launched, or when it starts waiting, before anything reads them. */
const SET_LATER = ['index', 'number', 'id', 'quads', 'state', 'place', 'thresholds'];

/** The records that units keep for a wave. Each has its own reset method. */
const RECORDS = ['overlap', 'launch', 'section', 'exports', 'fetched', 'paths', 'polling', 'loops'] as const;

/** Changes every field of a record to a different value of the same type. */
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
  const isRecord = (value: unknown) => value instanceof Object && 'reset' in value;
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
