import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { execScene } from '../../../intake/exec/exec.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { CORPUS_SCENE } from '../../support/square-scene.js';

const folder = createTempFolder();

const corpus = openCorpus();
const FILE = join(findPackageRoot(), 'data', 'corpus', 'navi21-w64.json');
const RMW = 'rmw_buffer/navi21/w64/mono';

const SCENE = { ...CORPUS_SCENE, pushConstants: { k: 10, width: 16 } };
function run(scene: unknown, record = RMW, file = FILE) {
  const path = join(folder, 'scene.json');
  writeFileSync(path, typeof scene === 'string' ? scene : JSON.stringify(scene));
  return execScene({ file, record, scene: path, corpus });
}

function toWords(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer);
}

describe('exec', () => {
  it('returns the final contents of entire objects', () => {
    const { verdict, violations, memory } = run(SCENE);
    // Missing coherence bits on its accesses cause a warning.
    const found = violations.map(({ rule, severity }) => `${severity} ${rule}`);
    expect({ verdict, found }).toEqual({ verdict: 'pass', found: ['warning VIS-01', 'warning VIS-02'] });
    const buf = toWords(memory.get('buf')!);
    expect(buf.length).toBe(0x40000 / 4);
    expect([buf[0], buf[255], buf[256]]).toEqual([3, 57, 0]);
    expect(memory.get('img')).toEqual(new Uint8Array(128 * 512));
  });

  it('accepts initial memory in any format', () => {
    const initial = Uint32Array.of(1, 0xffffffff);
    const bytes = Buffer.from(initial.buffer);
    const formats = [
      { words: [...initial] },
      { base64: bytes.toString('base64') },
      { gzip: gzipSync(bytes).toString('base64') },
    ];
    for (const buf of formats) {
      const { memory } = run({ ...SCENE, memory: { buf } });
      expect([...toWords(memory.get('buf')!).subarray(0, 3)]).toEqual([13, 0xfffffff9, 3]);
    }
  });

  it('accepts bytes that do not fill a word', () => {
    const base64 = Buffer.of(1, 2, 3, 4, 5).toString('base64');
    const { memory } = run({ ...SCENE, memory: { ro: { base64 } } });
    expect([...memory.get('ro')!.subarray(0, 8)]).toEqual([1, 2, 3, 4, 5, 0, 0, 0]);
  });

  it('divides the primitives into draws with separate push constants', () => {
    const draws = [
      { primitives: 1, pushConstants: { k: 100 } },
      { primitives: 2, pushConstants: { k: 1000 } },
    ];
    const { memory, scenario } = run({ ...SCENE, draws });
    expect(scenario.draws.map((draw) => draw.vertices.length)).toEqual([6, 12]);
    expect(toWords(memory.get('buf')!)[255]).toBe(5007);
  });

  it('gives each draw its own copy of push constants that a program reads from memory', () => {
    const draws = [
      { primitives: 1, pushConstants: { count: 1 } },
      { primitives: 2, pushConstants: { count: 2 } },
    ];
    const scene = { ...SCENE, pushConstants: { k: 10, primBase: 5, width: 16 }, draws };
    const { memory, verdict } = run(scene, 'push_const_indexed/navi21/w64/mono');
    expect(verdict).toBe('pass');
    // x * pc[0] + pc[vPrim & 7]: pc[3] is flags, pc[5] is count, pc[7] the upper half of addr.
    const buf = toWords(memory.get('buf')!);
    expect([buf[0], buf[255]]).toEqual([0, 20]);
  });

  it("places the buffer addr at the push constant's address, and lists it only if it is read", () => {
    const scene = { ...SCENE, pushConstants: { ...SCENE.pushConstants, addr: 'addr' } };
    const { memory } = run(scene, 'bda_rmw/navi21/w64/mono');
    expect([...memory.keys()]).toEqual(['addr']);
    expect(memory.get('addr')!.length).toBe(0x40000);
    expect(toWords(memory.get('addr')!)[255]).toBe(57);
    expect(run(SCENE).memory.has('addr')).toBe(false);
  });

  it('warns if caches may be stale and the program does not avoid stale data', () => {
    const { verdict, violations } = run({ ...SCENE, caches: 'stale' });
    expect(verdict).toBe('pass');
    expect(violations.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(violations.length).toBeGreaterThan(0);
    expect(violations.every(({ rule }) => rule.startsWith('VIS-'))).toBe(true);
  });

  it('runs a program with a separate epilog', () => {
    const { verdict, memory } = run(SCENE, 'dual_source/navi21/w64/gpl');
    expect(verdict).toBe('pass');
    expect(toWords(memory.get('buf')!)[255]).toBe(57);
  });

  it('does not judge a scene in which no wave runs', () =>
    expect(run({ ...SCENE, primitives: Array(3).fill([0, 0, 0, 0, 0, 0]) }).verdict).toBe('unsupported'));

  it('fails a program whose section ends too early', () => {
    const file = join(findPackageRoot(), 'data', 'corpus', 'navi31-w32.json');
    const { verdict, violations } = run(SCENE, 'dual_source/navi31/w32/mono', file);
    expect(verdict).toBe('fail');
    expect(violations.map(({ rule }) => rule)).toContain('RACE-01');
  });
});

const INVALID_SCENES: readonly (readonly [name: string, scene: unknown, message: string])[] = [
  ['text that is not JSON', '{', 'Invalid scene file'],
  ['an array', [], 'the document is an empty list; expected a value of type object'],
  ['a misspelt key', { ...SCENE, primitive: [] }, 'unknown field "primitive": did you mean primitives?'],
  ['no width', { ...SCENE, width: undefined }, 'width is missing; expected'],
  ['an invalid sample count', { ...SCENE, samples: 3 }, 'samples is 3; expected'],
  ['a sample count for which the program has no variant', { ...SCENE, samples: 2 }, 'Invalid sample count 2'],
  ['a primitive of five numbers', { ...SCENE, primitives: [[1, 2, 3, 4, 5]] }, 'primitives[0]'],
  [
    'a coordinate that is not an integer',
    { ...SCENE, primitives: [[0, 0, 1, 0.5, 0, 1]] },
    'primitives[0][3]',
  ],
  [
    'more attributes than primitives',
    { ...SCENE, primitives: [] },
    'attributes has 3 entries, but the scene has only 0',
  ],
  [
    'draws that omit primitives',
    { ...SCENE, draws: [{ primitives: 2 }] },
    'draws cover 2 primitives, but the scene has 3',
  ],
  ['a push constant below zero', { ...SCENE, pushConstants: { k: -1 } }, 'pushConstants.k is -1'],
  [
    'memory that no descriptor names',
    { ...SCENE, memory: { buff: { words: [] } } },
    'Unknown memory object "buff": did you mean buf?',
  ],
  [
    'memory in two formats',
    { ...SCENE, memory: { buf: { words: [], base64: '' } } },
    'memory.buf is an object; expected exactly one of',
  ],
  [
    'memory that is not base64',
    { ...SCENE, memory: { buf: { base64: '*' } } },
    'memory.buf.base64 is "*"; expected bytes in base64, padded',
  ],
  [
    'memory that cannot be decompressed',
    { ...SCENE, memory: { buf: { gzip: 'AAAA' } } },
    'memory.buf.gzip cannot be decompressed',
  ],
  [
    'more memory than the object has',
    { ...SCENE, memory: { ro: { words: new Array(65).fill(0) } } },
    'memory.ro has 260 bytes, but the object holds only 256',
  ],
  ['a schedule that is not a seed', { ...SCENE, schedule: 'now' }, 'Invalid SEED'],
  [
    'an unknown cache mode',
    { ...SCENE, caches: 'fresh' },
    'caches is "fresh"; expected one of coherent, stale',
  ],
];

describe('an invalid scene is reported in one line', () => {
  it.each(INVALID_SCENES)('%s', (_name, scene, message) => {
    expect(() => run(scene)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
    );
    expect(() => run(scene)).not.toThrow(/\n/);
  });
});

/** Writes a corpus file with one record in which `changes` are applied. */
function writeRecordFile(changes: Record<string, unknown>): string {
  const record = corpus.records('navi21', 64).find(({ id }) => id === RMW);
  const path = join(folder, 'records.json');
  writeFileSync(path, JSON.stringify([{ ...record, ...changes }]));
  return path;
}

const INVALID_RECORDS: readonly (readonly [changes: Record<string, unknown>, message: string])[] = [
  [{ chip: 'navi2' }, 'Unknown chip "navi2"'],
  [{ gfx: 'gfx10' }, 'its gfx is gfx10; expected gfx10.3'],
  [{ chip: 'vega10', gfx: 'gfx9', wave: 32 }, 'its wave is 32; expected 64'],
  [{ interlock: 'shading_rate' }, 'Unknown interlock "shading_rate"'],
  [{ abi: { args: [], inputs: [], user_data: { s2: 'cb0' } } }, 'Unknown user data "cb0"'],
  [{ instructions: 5 }, 'instructions is 5; expected'],
  [{ instructions: [] }, '[0].instructions is an empty list; expected at least 1 element'],
  [{ instructions: [{ pc: 0, words: [] }] }, 'words is an empty list; expected at least 1 element'],
  [{ instructions: [{ pc: 0, words: ['0xzz'] }] }, 'words[0] is "0xzz"; expected a word like "0x1f"'],
  [{ instructions: [{ pc: 0, words: ['0x100000000'] }] }, 'words[0] is "0x100000000"; expected a word'],
  [{ regs: { DB_SHADER_CONTROL: '600' } }, 'regs.DB_SHADER_CONTROL is "600"; expected a word like "0x1f"'],
  [{ abi: { args: [], inputs: [], user_data: { s2: '0x100000000' } } }, 'Unknown user data "0x100000000"'],
  [{ ordered: ['bufs9'] }, 'Invalid ordered object "bufs9" in rmw_buffer'],
  [{ coherent: ['bufs9'] }, 'Invalid coherent object "bufs9" in rmw_buffer'],
  [{ variants: [] }, '[0].variants is an empty list; expected at least 1 element'],
  [
    { variants: [{ samples: 64, mode: 'mono', regs: {} }] },
    'variants[0].samples is 64; expected one of 1, 2, 4, 8, 16',
  ],
];

describe('an invalid record is reported in one line', () => {
  it.each(INVALID_RECORDS)('%o', (changes, message) => {
    expect(() => run(SCENE, RMW, writeRecordFile(changes))).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
    );
  });

  it('a shader source instead of a compiled program', () => {
    const source = join(folder, 'a.frag');
    writeFileSync(source, 'layout(pixel_interlock_ordered) in;');
    expect(() => run(SCENE, RMW, source)).toThrow(/^Cannot run .*; use "check" for shader sources$/);
  });

  it('a record that is not in the file', () => {
    expect(() => run(SCENE, 'rmw_bufer/navi21/w64/mono')).toThrow(`did you mean ${RMW}?`);
    expect(() => run(SCENE, '?')).toThrow(/expected one of .* and \d+ more$/);
  });
});

it('compares with memory in which helper lanes of the only triangle have stored nothing', () => {
  const primitives = [[0, 0, 768, 0, 0, 768]];
  const plain = readFileSync(join(findPackageRoot(), 'docs', 'examples', 'shaders', 'gfx11-plain.s'), 'utf8');
  const listWrong = (text: string): readonly string[] => {
    const file = join(folder, 'helpers.s');
    writeFileSync(file, text);
    const scene = join(folder, 'triangle.json');
    writeFileSync(scene, JSON.stringify({ width: 16, height: 16, samples: 1, primitives }));
    const { violations } = execScene({ file, record: undefined, scene, corpus });
    return violations.filter(({ rule }) => rule === 'ORD-03').map(({ observed }) => observed);
  };
  expect(listWrong(plain)).toEqual([]);
  const wrong = listWrong(plain.replace('  v_lshrrev', '  s_wqm_b32 exec_lo, exec_lo\n  v_lshrrev'));
  expect(new Set(wrong)).toEqual(new Set(['word 65 of buffer_descriptor[0] ends up as 0x00000001.']));
});
