import { assembleProgram } from '../../../../arch/index.js';
import type { Draw, MemoryIssued, Violation } from '../../../../transactions/index.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { Stream } from '../../support/stream.js';

type Operation = MemoryIssued['operation'];

/** Access by a wave of draw 0 in pixel column 0, then by a wave of draw 1 in column `x`, of the object's first row. */
function judge(
  [first, second]: readonly [Operation, Operation],
  draws: readonly [Partial<Draw>, Partial<Draw>],
  { x = 0, base = BUFFER, before = '', accesses = [second] } = {},
): readonly Violation[] {
  const [earlier, later] = draws;
  const sceneOfDraws = scene({ draw: { boundary: [], ...earlier }, moreDraws: [later] });
  const words = assembleProgram(`${before}\n  s_endpgm`, 'gfx10.3');
  const stream = new Stream({
    ...sceneOfDraws,
    programs: [...sceneOfDraws.programs, { name: 'reader', words, arguments: [], inputs: [] }],
  });
  stream.form([{ x: 0, y: 0, primitive: 0 }]).access({ wave: 0, operation: first });
  if (later.interlock !== 'none') stream.sendMessage(0).countExit(0, 1);
  stream.end(0).form([{ x, y: 0, primitive: 4 }], { draw: 1 });
  if (later.program === 1) for (let pc = 0; pc < 4 * (words.length - 1); pc += 8) stream.run(1, pc, pc);
  for (const operation of accesses) stream.access({ wave: 1, operation, base: base - 4 * x });
  if (later.program === 1)
    for (const t of stream.transactions)
      if (t.kind === 'memory-issued' && t.wave === 1) Object.assign(t, { glc: false, dlc: false });
  const isOurs = ({ rule, observed }: Violation): boolean =>
    rule === 'ORD-15' || (rule === 'VIS-01' && observed.startsWith('No interlock'));
  return stream.judge().violations.filter(isOurs);
}

const PLAIN = { interlock: 'none' as const };
const rules = (...args: Parameters<typeof judge>): string[] => judge(...args).map(({ rule }) => rule);

test('names the draws, the surface and the barrier that a plain reader lacks', () => {
  const [finding, ...others] = judge(['store', 'load'], [{}, { ...PLAIN, boundary: [] }]);
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'ORD-15', severity: 'error', place: { draw: 1, wave: 1 } });
  expect(finding?.allowed).toMatch(
    /draw 0 .* writes buffer, and draw 1 .* reads it, there is a barrier with wait/,
  );
  expect(finding?.hint).toContain('FRAGMENT_SHADER / SHADER_WRITE to FRAGMENT_SHADER / SHADER_READ');
});

test('needs a wait for each conflict, in either direction', () => {
  for (const pair of [
    ['store', 'load'],
    ['load', 'store'],
    ['store', 'store'],
    ['atomic', 'load'],
  ] as const) {
    expect(rules(pair, [PLAIN, { ...PLAIN, boundary: [] }])).toEqual(['ORD-15']);
    expect(rules(pair, [PLAIN, { ...PLAIN, boundary: ['invalidate'] }])).toEqual(['ORD-15']);
    expect(rules(pair, [PLAIN, { ...PLAIN, boundary: ['wait', 'invalidate'] }])).toEqual([]);
  }
  expect(rules(['load', 'load'], [PLAIN, { ...PLAIN, boundary: [] }])).toEqual([]);
  expect(rules(['atomic', 'atomic'], [PLAIN, { ...PLAIN, boundary: [] }])).toEqual([]);
});

test('an interlock orders sections of the same pixel in one subpass, and nothing else', () => {
  expect(rules(['store', 'load'], [{}, { boundary: [] }])).toEqual([]);
  expect(rules(['store', 'load'], [{}, { boundary: ['subpass'] }])).toEqual(['ORD-15']);
  expect(rules(['store', 'load'], [{}, { boundary: ['subpass', 'wait', 'invalidate'] }])).toEqual([]);
  expect(rules(['store', 'load'], [{}, { boundary: [] }], { x: 2 })).toEqual(['ORD-15']);
});

test('a draw does not read its own attachment, and a later one needs the colours in L2', () => {
  const target = { attachments: { '0': 'buffer' } };
  expect(
    judge(['load', 'load'], [target, { boundary: ['wait'], ...PLAIN, attachments: {} }])[0]?.observed,
  ).toContain('feedback loop');
  const later = (boundary: NonNullable<Draw['boundary']>): string[] =>
    rules(['load', 'load'], [target, { boundary, ...PLAIN, attachments: {} }]).slice(1);
  expect(later([])).toEqual(['ORD-15']);
  expect(later(['wait', 'invalidate'])).toEqual(['VIS-01']);
  expect(later(['wait', 'flush', 'invalidate'])).toEqual([]);
});

test.each([
  ['no invalidation', {}, ['VIS-01']],
  ['invalidated only its nearest cache', { before: 'buffer_gl0_inv' }, ['VIS-01']],
  ['invalidated the nearest cache first', { before: 'buffer_gl0_inv\n  buffer_gl1_inv' }, ['VIS-01']],
  ['invalidated the farthest cache first', { before: 'buffer_gl1_inv\n  buffer_gl0_inv' }, []],
  ['stored the word itself', { accesses: ['store', 'load'] as Operation[] }, []],
])('after a barrier that only waits, a read by a wave that has %s fires %j', (_, options, expected) => {
  const reader = { ...PLAIN, program: 1, boundary: ['wait' as const] };
  expect(rules(['store', 'load'], [PLAIN, reader], options)).toEqual(expected);
});

test('says nothing of draws whose boundaries are not stated', () => {
  expect(rules(['store', 'load'], [{ boundary: undefined as never }, PLAIN])).toEqual([]);
});
