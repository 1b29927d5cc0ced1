import { execute, getFloats, setFloats } from '../support/machine.js';
import { randomFloats } from '../support/values.js';
import { type Dyadic, multiply, toDyadic } from './numbers/exact.js';

const ONE: Dyadic = { numerator: 1n, exponent: 0 };

function isAtMost(a: Dyadic, b: Dyadic): boolean {
  const exponent = Math.min(a.exponent, b.exponent);
  const scale = (x: Dyadic) => x.numerator << BigInt(x.exponent - exponent);
  return scale(a) <= scale(b);
}

/** Returns the upper or lower neighbour of a positive float. */
function getNeighbour(value: number, step: 1 | -1): number {
  const bits = new Int32Array(1);
  const view = new Float32Array(bits.buffer);
  view[0] = value;
  bits[0] += step;
  return view[0];
}

const square = (x: Dyadic) => multiply(x, x);

/** Functions that return two numbers that are equal if the result is exact. The first increases with the result. */
const MEASURES: Readonly<Record<string, (x: Dyadic, result: Dyadic) => readonly [Dyadic, Dyadic]>> = {
  v_rcp_f32: (x, result) => [multiply(x, result), ONE],
  v_sqrt_f32: (x, result) => [square(result), x],
  v_rsq_f32: (x, result) => [multiply(x, square(result)), ONE],
};

describe('a result is within one ULP of the exact result', () => {
  const values = randomFloats(3200, 5).map(Math.abs);
  const inputs = values.filter((value) => value > 2 ** -120 && value < 2 ** 120);

  test.each(Object.entries(MEASURES))('%s', (name, measure) => {
    for (let i = 0; i + 32 <= inputs.length; i += 32) {
      const state = execute(`${name}_e32 v1, v0`, (initial) =>
        setFloats(initial, 0, (lane) => inputs[i + lane]),
      );
      getFloats(state, 1).forEach((result, lane) => {
        const x = toDyadic(inputs[i + lane]);
        const [below, target] = measure(x, toDyadic(getNeighbour(result, -1)));
        const [above] = measure(x, toDyadic(getNeighbour(result, 1)));
        expect(isAtMost(below, target) && isAtMost(target, above), `${name} of ${inputs[i + lane]}`).toBe(
          true,
        );
      });
    }
  });
});
