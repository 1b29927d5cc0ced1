import { expect, it } from 'vitest';
import { makeFunction as compiled } from '../../../../arch/make-function.js';
import { makeFunction as interpreted } from '../../../../tools/site/play/make-function.js';

const noArguments = (): readonly unknown[] => [];

/**
 * Function bodies in the JavaScript subset that generated code uses, each with the arguments for the functions it
 * returns.
 */
const BODIES: readonly (readonly [label: string, body: string, makeArguments: () => readonly unknown[]])[] = [
  ['arithmetic', 'return (a, b) => a + b * 2 - a / b % 3;', () => [7, 5]],
  [
    'bitwise and unary operators',
    'return (a, b) => list(a | b, a & b, a ^ b, a << 3, a >> 1, a >>> 1, ~a, -b, +a);',
    () => [-9, 6],
  ],
  ['comparisons', 'return (a, b) => list(a < b, a <= b, a > b, a >= b, a === b, a !== b, !a);', () => [3, 3]],
  ['logical and conditional operators', 'return (a, b) => (a && b) || (a ? 1 : b);', () => [0, 4]],
  [
    'a function that returns a function',
    'return (a) => (b) => { const c = a + b; return () => c; };',
    () => [2],
  ],
  ['built-in globals', 'return (a) => Math.clz32(a) + Math.fround(0.1) + Math.abs(-1);', () => [255]],
  ['values passed in by name', 'return (a) => twice(a) + sum(a, 1, 2) + sum(a, 1, 2, 3);', () => [5]],
  [
    'a destructuring pattern',
    'return function (o) { const { x, y } = o, z = x; return x + y + z; };',
    () => [{ x: 1, y: 2 }],
  ],
  [
    'object properties',
    'return (o) => { o.v[o.at++] = 3; o.v[1] += 4; o["at"] -= 2; return o; };',
    () => [{ v: [1, 2], at: 0 }],
  ],
  [
    'increments and decrements',
    'return () => { let a = 1; let b = a++; let c = ++a; return list(a, b, c, a--, a); };',
    noArguments,
  ],
  [
    'a loop that returns',
    'return (n) => { for (let i = 0; i < n; i++) { if (i * i > n) return i; } return -1; };',
    () => [50],
  ],
  [
    'a variable declared per iteration',
    'return () => { let s = 0; for (let i = 0; i < 3; i += 1) { let k; if (i > 1) k = 5; else { const k = i; s += k; } s += k === undefined ? 1 : k; } return s; };',
    noArguments,
  ],
  [
    'a shadowed name',
    'return (a) => { const b = a; { const a = 9; if (a === b) return 0; } return a; };',
    () => [4],
  ],
  [
    'an error thrown by a callee',
    'return (o) => { try { o.f(); } catch (error) { return error.message; } return 0; };',
    () => [
      {
        f: () => {
          throw new Error('far');
        },
      },
    ],
  ],
  [
    'a thrown value',
    'return () => { let at = 0; try { at = 1; throw 5; } catch (error) { return at + error; } };',
    noArguments,
  ],
];

const NAMES = ['twice', 'sum', 'list'];
const VALUES = [
  (a: number) => 2 * a,
  (...rest: number[]) => rest.reduce((total, term) => total + term, 0),
  (...rest: unknown[]) => rest,
];

/** Evaluates a body, calling each returned function until the result is not a function. */
function evaluate(make: typeof compiled, body: string, args: readonly unknown[]): unknown {
  let value = make(NAMES, `'use strict'; // a test\n${body}`)(...VALUES);
  while (typeof value === 'function') value = value(...args);
  return value;
}

it.each(BODIES)(
  "the playground's interpreter and the JavaScript engine agree on %s",
  (_label, body, makeArguments) => {
    expect(evaluate(interpreted, body, makeArguments())).toEqual(evaluate(compiled, body, makeArguments()));
  },
);

it.each([
  'while (true) {}',
  'return (a) => a ?? 1;',
  'return ({ ...all }) => all;',
  'return { a: 1 };',
  'return [1];',
  'for (;;) {}',
  'return (a) => a ** 2;',
])('the interpreter rejects an unsupported construct and names it: %s', (body) => {
  expect(() => interpreted([], body)).toThrow(/generated code uses a construct .*: \w+/);
});
