import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Gfx, WaveSize } from '../../arch/index.js';
import { execScene, openCorpus } from '../../regression/index.js';
import { hasTool } from '../support/external-tool.js';
import { type PixelWork, popsShader, stateOf } from './support/pops-ir.js';

const folder = mkdtempSync(join(tmpdir(), 'pops-llc-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const corpus = openCorpus();

type Target = readonly [processor: string, gfx: Gfx, wave: WaveSize, abi: 'amdpal' | 'mesa3d'];

/** LLVM is a second compiler: what its back end makes of sections is judged and run like what drivers made. */
const TARGETS: readonly Target[] = [
  ['gfx900', 'gfx9', 64, 'amdpal'],
  ['gfx906', 'gfx9', 64, 'mesa3d'],
  ['gfx1010', 'gfx10', 32, 'amdpal'],
  ['gfx1031', 'gfx10.3', 64, 'mesa3d'],
  ['gfx1100', 'gfx11', 32, 'mesa3d'],
  ['gfx1102', 'gfx11', 64, 'amdpal'],
];

const EDGE = 16;
const PRIMITIVES = [3, 5, 7];

/** Three triangles that cover all pixels. */
const SCENE = {
  width: EDGE,
  height: EDGE,
  samples: 1,
  primitives: PRIMITIVES.map(() => [0, 0, 8192, 0, 0, 8192]),
  attributes: PRIMITIVES.map((vPrim) => ({ vPrim })),
  pushConstants: { width: EDGE },
};

type Words = readonly number[];
type Model = (old: Words, x: number, y: number, primitive: number) => Words;

const shift = (word: number, primitive: number): number => Math.imul(word, 31) + primitive;

/** Sixteen elements in registers, four values in turn. */
const ARRAY = Array.from({ length: 16 }, (_, i) => {
  const before = i === 0 ? 'poison' : `%a${i - 1}`;
  return `%a${i} = insertelement <16 x float> ${before}, float %${['xf', 'f0', 'f1', 'f2'][i % 4]}, i32 ${i}`;
}).join('\n  ');

/** Work by what of the back end it asks for, with what it must leave in a pixel. */
const WORK: readonly (readonly [what: string, work: PixelWork, model: Model])[] = [
  [
    '64-bit products and quotients',
    {
      body: `%wide = bitcast <4 x i32> %old to <2 x i64>
  %w0 = extractelement <2 x i64> %wide, i32 0
  %p = zext i32 %prim to i64
  %w1 = mul i64 %w0, -7046029254386353131
  %w2 = add i64 %w1, %p
  %quotient = udiv i32 %old0, %prim
  %q = zext i32 %quotient to i64
  %n0 = insertelement <2 x i64> poison, i64 %w2, i32 0
  %n1 = insertelement <2 x i64> %n0, i64 %q, i32 1
  %new = bitcast <2 x i64> %n1 to <4 x i32>`,
    },
    ([low, high], _x, _y, primitive) => {
      const old = BigInt(low >>> 0) | (BigInt(high >>> 0) << 32n);
      const sum = old * 0x9e3779b97f4a7c15n + BigInt(primitive);
      const quotient = Math.floor((low >>> 0) / primitive);
      return [Number(sum & 0xffffffffn), Number((sum >> 32n) & 0xffffffffn), quotient, 0];
    },
  ],
  [
    'fused floats in an array that one value of the wave indexes',
    {
      body: `%xf = uitofp i32 %x to float
  %pf = uitofp i32 %prim to float
  %f0 = call float @llvm.fma.f32(float %xf, float %pf, float 0.5)
  %f1 = call float @llvm.fma.f32(float %f0, float %pf, float %xf)
  %f2 = fsub float %f1, %f0
  ${ARRAY}
  %at = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %prim)
  %index = and i32 %at, 15
  %element = extractelement <16 x float> %a15, i32 %index
  %bits = bitcast float %element to i32
  %new = insertelement <4 x i32> %old, i32 %bits, i32 1`,
      declarations: `declare float @llvm.fma.f32(float, float, float)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)`,
    },
    ([first, , third, fourth], x, _y, primitive) => {
      const product = x * primitive + 0.5;
      const sum = product * primitive + x;
      const element = [x, product, sum, sum - product][primitive & 3];
      return [first, new Uint32Array(Float32Array.of(element).buffer)[0], third, fourth];
    },
  ],
  [
    'a loop and a branch of each lane its own',
    {
      body: `%limit = and i32 %x, 3
  br label %round
round:
  %i = phi i32 [ 0, %body ], [ %next, %join ]
  %sum = phi i32 [ %old0, %body ], [ %both, %join ]
  %part = xor i32 %i, %y
  %odd = trunc i32 %part to i1
  br i1 %odd, label %left, label %join
left:
  %scaled = mul i32 %sum, 31
  %added = add i32 %scaled, %prim
  br label %join
join:
  %both = phi i32 [ %sum, %round ], [ %added, %left ]
  %next = add i32 %i, 1
  %more = icmp ule i32 %next, %limit
  br i1 %more, label %round, label %done
done:
  %new = insertelement <4 x i32> %old, i32 %both, i32 0`,
    },
    ([first, ...others], x, y, primitive) => {
      const rounds = Array.from({ length: (x & 3) + 1 }, (_, i) => i);
      return [rounds.reduce((sum, i) => ((i ^ y) & 1 ? shift(sum, primitive) : sum), first), ...others];
    },
  ],
];

function expected(model: Model): number[] {
  return Array.from({ length: EDGE * EDGE }, (_, pixel) =>
    PRIMITIVES.reduce<Words>((old, prim) => model(old, pixel % EDGE, pixel >> 4, prim), [0, 0, 0, 0]),
  ).flatMap((words) => words.map((word) => word >>> 0));
}

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function run([processor, gfx, wave, abi]: Target, work: PixelWork) {
  const source = write('ps.ll', popsShader(gfx, work));
  const file = join(folder, 'ps.o');
  const sizes = gfx === 'gfx9' ? [] : [`-mattr=+wavefrontsize${wave},-wavefrontsize${96 - wave}`];
  const target = [`-mtriple=amdgcn-amd-${abi}`, `-mcpu=${processor}`, ...sizes];
  const { stderr } = spawnSync('llc-19', [...target, '-filetype=obj', source, '-o', file], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return execScene({
    file,
    state: write('state.json', JSON.stringify(stateOf(gfx, wave, abi === 'mesa3d'))),
    scene: write('scene.json', JSON.stringify(SCENE)),
    corpus,
  });
}

describe.runIf(hasTool('llc-19', 'llvm-19'))('a section compiled by llc', () => {
  describe.each(TARGETS)('for %s, which is %s, in waves of %i by the rules of %s', (...target) => {
    it.each(WORK)('passes and leaves %s', (_, work, model) => {
      const { verdict, violations, memory } = run(target, work);
      expect({ verdict, violations }).toEqual({ verdict: 'pass', violations: [] });
      const words = new Uint32Array(memory.get('buffer_descriptor[0]')!.buffer);
      expect([...words.subarray(0, 4 * EDGE * EDGE)]).toEqual(expected(model));
    });

    it('fails RACE-01 where nothing waits for its store', () => {
      const leave = target[1] === 'gfx11' ? '' : 'call void @llvm.amdgcn.s.sendmsg(i32 7, i32 0)';
      const { violations } = run(target, { ...WORK[0][1], leave });
      expect(violations.map(({ rule }) => rule)).toContain('RACE-01');
    });
  });
});
