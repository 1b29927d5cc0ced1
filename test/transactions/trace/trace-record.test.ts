import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../../harness/basics/package-root.js';
import { CAUSE_FIELDS, TRACE_FIELDS, traceRecord } from '../../../transactions/index.js';

const DOCUMENT = readFileSync(join(findPackageRoot(), 'docs', 'trace.md'), 'utf8');

describe('docs/trace.md', () => {
  it('lists every kind with its fields, and no others', () => {
    const rows = Array.from(
      DOCUMENT.matchAll(/^\| `([a-z-]+)` +\| .* \| (.*?) *\|$/gm),
      ([, kind, cells]) => [kind, Array.from(cells!.matchAll(/`(\w+)`/g), ([, field]) => field)],
    );
    expect(rows).toEqual(Object.entries(TRACE_FIELDS).map(([kind, fields]) => [kind, Object.keys(fields)]));
  });

  it('lists every wait cause with its fields, and no others', () => {
    const [, text] = /`cause\.on` is one of ([\s\S]*?)\.\n/.exec(DOCUMENT)!;
    const causes = Array.from(text!.matchAll(/`([a-z-]+)`(?:\s+\(([^)]*)\))?/g), ([, on, fields]) => [
      on,
      Array.from((fields ?? '').matchAll(/`?(\w+)`?/g), ([, field]) => field),
    ]);
    expect(causes).toEqual(Object.entries(CAUSE_FIELDS).map(([on, fields]) => [on, Object.keys(fields)]));
  });

  it('has example records that all parse', () => {
    const [, block] = /```jsonl\n([\s\S]*?)```/.exec(DOCUMENT)!;
    const records = block!
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => traceRecord(JSON.parse(line), 'the example'));
    expect(records[1]).toMatchObject({ quads: Int32Array.of(0, 0, 1, 65537, 65537, 0, 0), id: 1 });
  });
});

describe('a trace record', () => {
  const waiter = { unit: 'wave', index: 0, pc: 4 };
  const read = (value: unknown) => traceRecord(value, 'line 1');
  const exit = { kind: 'section-exit', cycle: 3, wave: 0, packer: 1, id: 2 };

  it("keeps its kind's fields, and drops others", () => {
    expect(read({ ...exit, note: 'x' })).toEqual(exit);
  });

  it('accepts columns as lists or as little-endian bytes', () => {
    const dump = { kind: 'memory-dumped', cycle: 1, object: 'buf' };
    const words = Int32Array.of(1, -2);
    expect(read({ ...dump, words: [1, 0xfffffffe] })).toEqual({ ...dump, words });
    expect(read({ ...dump, words: Uint8Array.of(1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff) })).toEqual({
      ...dump,
      words,
    });
    const depth = { kind: 'depth-dumped', cycle: 1, width: 1, height: 1, depth: [null, 0.5], stencil: [7] };
    expect(read(depth)).toMatchObject({ depth: Float32Array.of(Number.NaN, 0.5), stencil: Uint8Array.of(7) });
  });

  it('may only omit optional fields', () => {
    const performed = { kind: 'memory-performed', cycle: 1, wave: 0, access: 0, level: 'L2', data: [] };
    expect(read(performed)).not.toHaveProperty('cache');
    expect(read({ ...performed, cache: 3 })).toHaveProperty('cache', 3);
    expect(() => read({ ...exit, id: undefined })).toThrow(
      'Invalid line 1: id is missing; expected an integer',
    );
  });

  it('must list every resource allocated at launch', () => {
    const registers = { vectorFirst: 0, vectorRows: 16, scalarFirst: 0, scalarCount: 0 };
    const ranges = { ...registers, localFirst: 0, localDwords: 0, scratchSlot: -1 };
    const launch = { kind: 'background-allocated', cycle: 1, wave: 1 << 24, slot: 0, simd: 0, holds: ranges };
    expect(read({ ...launch, holds: { ...ranges, note: 'x' } })).toEqual(launch);
    for (const incomplete of [{}, registers, { ...ranges, scratchSlot: null }])
      expect(() => read({ ...launch, holds: incomplete })).toThrow(
        /^Invalid line 1: holds is \{.*; expected an object of integers: vectorFirst, .*, scratchSlot$/,
      );
  });

  it.each([
    [
      { kind: 'depth-dumped', cycle: 1, width: 1, height: 1, depth: [0], stencil: [256] },
      'stencil is [256];',
    ],
    [{ kind: 'depth-dumped', cycle: 1, width: 1, height: 1, depth: [0], stencil: [-1] }, 'stencil is [-1];'],
    [7, 'it is 7; expected an object with kind and cycle'],
    [{ kind: 'exit' }, 'kind is "exit"; expected one of draw-begin'],
    [{ kind: 'wave-fromed' }, 'kind is "wave-fromed"; did you mean wave-formed?'],
    [{ kind: 'section-exit', cycle: 1, packer: 0 }, 'missing wave, id'],
    [{ ...exit, cycle: 'soon' }, 'cycle is "soon"; expected an integer'],
    [{ kind: 'woken', cycle: 1, wave: 0, by: 'noise' }, 'by is "noise"; expected one of exit, time'],
    [
      { kind: 'memory-dumped', cycle: 1, object: 'a', words: [0.5] },
      'words is [0.5]; expected a list of 32-bit',
    ],
    [{ kind: 'quiesced', cycle: 1, waiting: 3 }, 'waiting is 3; expected a list of waiters'],
    [
      { kind: 'quiesced', cycle: 1, waiting: [{}] },
      'waiting[0].unit is missing; expected one of wave, packer',
    ],
    [
      { kind: 'quiesced', cycle: 1, waiting: [{ ...waiter, cause: { on: 'luck' } }] },
      'waiting[0].cause.on is "luck"; expected one of exiting-id, sleep, counter',
    ],
    [
      { kind: 'quiesced', cycle: 1, waiting: [{ ...waiter, cause: { on: 'drain' } }] },
      'waiting[0].cause.packer is missing; expected an integer',
    ],
    [
      { kind: 'quiesced', cycle: 1, waiting: [{ ...waiter, cause: { on: 'counter', counter: 'vm2' } }] },
      'waiting[0].cause.counter is "vm2"; expected one of vm, vs, lgkm, exp',
    ],
  ])('is rejected with a one-line error: %j', (value, message) => {
    expect(() => read(value)).toThrow(`Invalid line 1: ${message}`);
  });
});
