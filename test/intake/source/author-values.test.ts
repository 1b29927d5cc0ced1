import { AuthorKnowledge } from '../../../intake/source/author-values.js';
import type { PixelBinary } from '../../../intake/source/pipeline-cache.js';
import { readShaderInterface, type ShaderInterface } from '../../../intake/source/shader-interface.js';
import { buildFragmentModule } from './support/fragment-module.js';

const block = (name: string, members: ShaderInterface['pushMembers']) => ({
  ...{ name, set: 0, binding: 0, kind: 'storageBuffer' as const, count: 1, format: undefined },
  ...{ dimension: undefined, isCoherent: true, isReadOnly: false, bytes: 16, members },
});
const list = block('list', [
  { name: 'next', byte: 0, bytes: 4, kind: 'uint' },
  { name: 'limits', byte: 4, bytes: 8, kind: 'float' },
  { name: 'links', byte: 12, bytes: 0, kind: 'uint' },
]);
const nodes = block('pool', [
  {
    ...{ name: 'nodes', byte: 16, bytes: 36, kind: 'uint', stride: 12 },
    parts: [
      { name: 'z', byte: 16, bytes: 8, kind: 'float' },
      { name: 'below', byte: 24, bytes: 4, kind: 'uint' },
    ],
  },
]);
const images = { ...block('images', []), kind: 'storageImage' as const, count: 2 };
const SHADER: ShaderInterface = {
  ...readShaderInterface(buildFragmentModule(), 'a.frag'),
  resources: [list, images, nodes],
  pushName: 'root',
  pushMembers: [
    { name: 'k', byte: 0, bytes: 4, kind: 'int' },
    { name: 'index', byte: 4, bytes: 4, kind: 'uint' },
  ],
  inputs: [{ name: 'level', location: 0, index: 0, kind: 'float', components: 1, isFlat: true }],
  assumptions: [
    { name: 'push.index', word: 1, why: 'an index of images', array: 'images' },
    { name: 'list.links', word: 0xffffffff, why: 'the end of a list' },
  ],
};
/** The second dword of the push constants is in s3. */
const BINARY = { inlineConstants: { first: 3, count: 1 }, inlineDwords: [1] } as unknown as PixelBinary;
const STATE = {
  user_data: { s2: 'set0.lo', s3: 'pc+12' },
  inputs: [{ attr: 0, name: 'level', how: 'flat' as const }],
  resources: [
    { name: 'list', kind: 'buffer' as const, set: 0, offset: 0 },
    { name: 'images0', kind: 'image' as const, set: 0, offset: 32, format: '8_8_8_8_UNORM' },
    { name: 'images1', kind: 'image' as const, set: 0, offset: 64, format: '32_UINT' },
    { name: 'pool', kind: 'buffer' as const, set: 0, offset: 96 },
  ],
};

const apply = (values: Readonly<Record<string, string>>) =>
  new AuthorKnowledge(SHADER, values, 'a.frag').apply(STATE, BINARY);
const getSpans = (values: Readonly<Record<string, string>>) =>
  apply({ 'list.links': '0', ...values }).resources!.map((resource) => resource.values ?? []);

describe('the values of a shader', () => {
  it('are assumed where the author says nothing, and named', () => {
    const knowledge = new AuthorKnowledge(SHADER, {}, 'a.frag');
    expect(knowledge.listAssumed()).toEqual([
      'push.index = 0x1, an index of images ("// pops: push.index = …" gives another)',
      'list.links = 0xffffffff, the end of a list ("// pops: list.links = …" gives another)',
    ]);
    expect(knowledge.findSelected('images')).toBe(1);
    const state = knowledge.apply(STATE, BINARY);
    expect([state.user_data, state.push_words]).toEqual([{ s2: 'set0.lo', s3: '0x1' }, { '4': '0x1' }]);
    expect(state.resources![0]!.values).toEqual([{ first: 3, words: ['0xffffffff'] }]);
  });

  it('are named where a push constant bounds an index', () => {
    const pushMembers = [{ name: 'layers', byte: 0, bytes: 4, kind: 'uint' as const }];
    const shader = { ...SHADER, pushMembers, assumptions: [], bounds: ['push.layers'] };
    const listAssumed = (values: Readonly<Record<string, string>>) =>
      new AuthorKnowledge(shader, values, 'a.frag').listAssumed();
    expect(listAssumed({})).toEqual([
      'push.layers = a small or a large number, since it bounds an index ("// pops: push.layers = …" gives another)',
    ]);
    expect(listAssumed({ layers: '2' })).toEqual([]);
  });

  it('replace what is assumed, with or without the name of the block', () => {
    for (const name of ['index', 'push.index', 'root.index']) {
      const knowledge = new AuthorKnowledge(SHADER, { [name]: '2', 'links[*]': '7' }, 'a.frag');
      expect(knowledge.listAssumed()).toEqual([]);
      expect(knowledge.findSelected('images')).toBe(2);
      const state = knowledge.apply(STATE, BINARY);
      expect(state.user_data!.s3).toBe('0x2');
      expect(state.resources![0]!.values).toEqual([{ first: 3, words: ['0x7'] }]);
    }
  });

  it.each([
    [{ next: '-1' }, 0, { first: 0, count: 1, words: ['0xffffffff'] }],
    [{ limits: '1' }, 0, { first: 1, count: 2, words: ['0x3f800000'] }],
    [{ 'list.limits': '0.5, 2' }, 0, { first: 1, count: 2, words: ['0x3f000000', '0x40000000'] }],
    [{ 'limits[1]': '0x3' }, 0, { first: 2, count: 1, words: ['0x3'] }],
    [{ list: '0xff' }, 0, { first: 0, words: ['0xff'] }],
    [{ images0: '1.0' }, 1, { first: 0, words: ['0xffffffff'] }],
    [{ 'images0[3]': '1, 0, 0, 0.5' }, 1, { first: 3, count: 1, words: ['0x800000ff'] }],
    [{ images1: 'gradient' }, 2, { first: 0, words: 'gradient' }],
    [{ 'nodes[*].below': '9' }, 3, { first: 6, count: 1, stride: 3, times: 3, words: ['0x9'] }],
    [{ 'pool.nodes[2].z[1]': '1' }, 3, { first: 11, count: 1, words: ['0x3f800000'] }],
  ])('fill memory: %j', (values, resource, span) => {
    expect(getSpans(values)[resource]!.at(-1)).toEqual(span);
  });

  it('are those of inputs', () => {
    expect(apply({ level: '3' }).inputs![0]).toEqual({ ...STATE.inputs[0], values: ['0x40400000'] });
  });

  it.each([
    [{ 'push.indx': '1' }, 'Unknown name "push.indx" in a value for a.frag: did you mean push.index?'],
    [
      { k: 'red' },
      'expected a number such as 3, 0.5 or 0xFFFFFFFF, several with commas, or gradient for an image',
    ],
    [{ limits: '1, 2, 3' }, 'expected at most 2 values'],
    [{ k: '0.5' }, 'expected an integer, since the member is one'],
    [{ 'limits[2]': '1' }, 'expected an index below 2, which counts words'],
    [{ 'nodes[3].z': '1' }, 'expected an element below 3'],
    [{ 'nodes[0].deep': '1' }, 'Unknown name "nodes.deep"'],
  ])('are refused where they do not fit: %j', (values, message) => {
    expect(() => apply(values as Record<string, string>)).toThrow(message);
  });
});
