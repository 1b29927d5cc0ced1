import type { Gfx } from '../chips.js';
import { type SinceGeneration, sinceGeneration } from '../since-generation.js';
import { type Bits, bits } from './formats/layout.js';
import type { CounterName } from './instruction.js';

type CounterFields = readonly (readonly [counter: CounterName, field: Bits])[];

/** Fields of `s_waitcnt`'s immediate in the order in which they print; GFX9 ignores bits 13:12. */
const FIELDS: SinceGeneration<CounterFields> = {
  gfx9: [
    ['vm', [...bits(0, 4), ...bits(14, 2)]],
    ['exp', bits(4, 3)],
    ['lgkm', bits(8, 4)],
  ],
  gfx10: [
    ['vm', [...bits(0, 4), ...bits(14, 2)]],
    ['exp', bits(4, 3)],
    ['lgkm', bits(8, 6)],
  ],
  gfx11: [
    ['vm', bits(10, 6)],
    ['exp', bits(0, 3)],
    ['lgkm', bits(4, 6)],
  ],
};

/** Counters of `s_waitcnt` in a generation, with their fields. */
export function waitFields(gfx: Gfx): CounterFields {
  return sinceGeneration(FIELDS, gfx);
}

/** Highest value of a counter field, which means that the counter is not waited for. */
function noWait(field: Bits): number {
  return 2 ** field.reduce((sum, [, width]) => sum + width, 0) - 1;
}

function counterValue(immediate: number, field: Bits): number {
  let value = 0;
  let shift = 0;
  for (const [low, width] of field) {
    value |= ((immediate >>> low) & (2 ** width - 1)) << shift;
    shift += width;
  }
  return value;
}

/** Every counter's value in an immediate, also those that mean no wait. */
export function waitValues(immediate: number, gfx: Gfx): [CounterName, number, noWait: number][] {
  return waitFields(gfx).map(([counter, field]) => [counter, counterValue(immediate, field), noWait(field)]);
}

/** Highest counts that let a wave pass an `s_waitcnt`; counters that are not waited for are absent. */
export function decodeWait(immediate: number, gfx: Gfx): Partial<Record<CounterName, number>> {
  const waited = waitValues(immediate, gfx).filter(([, value, none]) => value !== none);
  return Object.fromEntries(waited.map(([counter, value]) => [counter, value]));
}

/** Bits of `vscnt`, which has its own instruction. */
const VS_BITS = 6;

/** Highest value that a counter can hold; one more operation has to wait for a return. */
export function counterMaximum(gfx: Gfx, counter: CounterName): number {
  const field = waitFields(gfx).find(([name]) => name === counter)?.[1];
  return field === undefined ? 2 ** VS_BITS - 1 : noWait(field);
}
