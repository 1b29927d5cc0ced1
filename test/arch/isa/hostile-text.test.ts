import { describe, expect, test } from 'vitest';
import { GENERATIONS } from '../../../arch/chips.js';
import { assembleLines, assembleProgram, ParseError } from '../../../arch/index.js';

const LENGTH = 50_000;

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['minus signs', `v_add_f32 v0, ${'-'.repeat(LENGTH)}v1, v2`],
  ['nested signs', `v_add_f32 v0, ${'neg('.repeat(LENGTH / 4)}v1${')'.repeat(LENGTH / 4)}, v2`],
  ['opening brackets', `s_mov_b32 s0, ${'['.repeat(LENGTH)}`],
  ['letters instead of a counter', `s_waitcnt ${'a'.repeat(LENGTH)}`],
  ['letters instead of a delay', `s_delay_alu ${'a'.repeat(LENGTH)}`],
  ['a long mnemonic', 'v'.repeat(LENGTH)],
  ['commas', `v_add_f32 ${','.repeat(LENGTH)}`],
  ['modifiers', `v_add_f32 v0, v1, v2 ${'clamp '.repeat(LENGTH / 6)}`],
  ['digits', `s_mov_b32 s0, ${'9'.repeat(LENGTH)}`],
  ['a branch to a long label', `s_branch ${'a'.repeat(LENGTH)}`],
  ['a long label without a colon', 'a.'.repeat(LENGTH / 2)],
  ['many halves', `v_dual_mov_b32 v0, v1 ${':: '.repeat(LENGTH / 3)}`],
];

function getMessage(callback: () => unknown): string {
  try {
    callback();
  } catch (error) {
    expect(error).toBeInstanceOf(ParseError);
    return (error as ParseError).message;
  }
  return 'no error';
}

describe.each(TEXTS)(`${LENGTH} characters on one line: %s`, (_, text) => {
  test.each(GENERATIONS)('are rejected with a short one-line error on %s', (gfx) => {
    for (const assemble of [() => assembleLines(text, gfx, 64), () => assembleProgram(text, gfx)]) {
      const message = getMessage(assemble);
      expect(message).toMatch(/^Invalid assembly, line 1, ".*": expected /);
      expect(message).not.toContain('\n');
      expect(message.length).toBeLessThan(240);
    }
  });
});

test('accepts at most one sign before an operand', () => {
  expect(getMessage(() => assembleLines('v_add_f32_e64 v0, --v1, v2', 'gfx10', 64))).toContain('"--v1"');
  expect(getMessage(() => assembleLines('v_add_f32_e64 v0, |-v1|, v2', 'gfx10', 64))).toContain('"-v1"');
});

test('assembles a program with many labels and lines', () => {
  const labels = Array.from({ length: 5000 }, (_, i) => `l${i}:`).join(' ');
  const source = `${labels}\n${'s_nop 0\n'.repeat(20_000)}s_branch l4999`;
  expect(assembleProgram(source, 'gfx10')).toHaveLength(20_001);
});
