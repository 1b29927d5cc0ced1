import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Gfx, isAtLeast, type WaveSize } from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { execScene } from '../../intake/exec/exec.js';
import { createTempFolder, createWriter } from '../cli/support/run-cli.js';
import { generatePopsShader, makeStateFile, type PixelShaderBody } from '../harness/support/pops-ir.js';
import { hasTool } from '../support/external-tool.js';
import { excludeMissingBitWarnings } from '../support/missing-bits.js';

const folder = createTempFolder();

const corpus = openCorpus();

type Target = readonly [processor: string, gfx: Gfx, wave: WaveSize, abi: 'amdpal' | 'mesa3d'];

/** LLVM targets. LLVM serves as a second compiler, whose sections are checked and run like those of the drivers. */
const TARGETS: readonly Target[] = [
  ['gfx900', 'gfx9', 64, 'amdpal'],
  ['gfx906', 'gfx9', 64, 'mesa3d'],
  ['gfx1010', 'gfx10', 32, 'amdpal'],
  ['gfx1031', 'gfx10.3', 64, 'mesa3d'],
  ['gfx1100', 'gfx11', 32, 'mesa3d'],
  ['gfx1102', 'gfx11', 64, 'amdpal'],
  ['gfx1200', 'gfx12', 32, 'amdpal'],
  ['gfx1201', 'gfx12', 64, 'mesa3d'],
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

/** LLVM IR for a sixteen-element array in registers that repeats four values. */
const ARRAY = Array.from({ length: 16 }, (_, i) => {
  const before = i === 0 ? 'poison' : `%a${i - 1}`;
  return `%a${i} = insertelement <16 x float> ${before}, float %${['xf', 'f0', 'f1', 'f2'][i % 4]}, i32 ${i}`;
}).join('\n  ');

/** Shader bodies that exercise each back-end feature, with models that compute their results for one pixel. */
const WORK: readonly (readonly [name: string, work: PixelShaderBody, model: Model])[] = [
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
    'fused multiply-adds in an array with a wave-uniform index',
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
    'a loop and a branch that diverge between lanes',
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
  [
    'a denormal quotient of doubles, and ties rounded to even',
    {
      body: `%xd = uitofp i32 %x to double
  %yd = uitofp i32 %y to double
  %pd = uitofp i32 %prim to double
  %numerator = fadd double %xd, %pd
  %part = fdiv double %yd, 16.0
  %whole = fadd double %part, 1.0
  %denominator = fmul double %whole, 0x7FD0000000000000
  %quotient = fdiv double %numerator, %denominator
  %halves = fmul double %yd, 0.5
  %biased = fadd double %halves, 0x4320000000000000
  %even = call double @llvm.roundeven.f64(double %biased)
  %d0 = insertelement <2 x double> poison, double %quotient, i32 0
  %d1 = insertelement <2 x double> %d0, double %even, i32 1
  %new = bitcast <2 x double> %d1 to <4 x i32>`,
      declarations: 'declare double @llvm.roundeven.f64(double)',
    },
    (_old, x, y, primitive) => {
      const low = Math.floor(y / 2);
      const even = low + (y % 2 === 1 && low % 2 === 1 ? 1 : 0);
      const quotient = (x + primitive) / ((1 + y / 16) * 2 ** 1022);
      return [...new Uint32Array(Float64Array.of(quotient, 2 ** 51 + even).buffer)];
    },
  ],
  [
    '8-bit and 16-bit integers, some with saturation',
    {
      body: `%byte = trunc i32 %old0 to i8
  %wide = sext i8 %byte to i16
  %p16 = trunc i32 %prim to i16
  %x16 = trunc i32 %x to i16
  %shifted = ashr i16 %wide, 2
  %word0 = sext i16 %shifted to i32
  %difference = sub i16 %x16, %p16
  %word1 = zext i16 %difference to i32
  %product = mul i16 %difference, %wide
  %word2 = zext i16 %product to i32
  %pair0 = insertelement <2 x i16> poison, i16 %difference, i32 0
  %pair = insertelement <2 x i16> %pair0, i16 %x16, i32 1
  %capped = call <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16> %pair, <2 x i16> <i16 -3, i16 -9>)
  %word3 = bitcast <2 x i16> %capped to i32
  %next0 = sub i32 %word0, 77
  %n0 = insertelement <4 x i32> poison, i32 %next0, i32 0
  %n1 = insertelement <4 x i32> %n0, i32 %word1, i32 1
  %n2 = insertelement <4 x i32> %n1, i32 %word2, i32 2
  %new = insertelement <4 x i32> %n2, i32 %word3, i32 3`,
      declarations: 'declare <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16>, <2 x i16>)',
    },
    ([first], x, _y, primitive) => {
      const wide = (first << 24) >> 24;
      const difference = (x - primitive) & 0xffff;
      const capped = (half: number, addend: number) => Math.min(0xffff, half + addend);
      const [low, high] = [capped(difference, 0xfffd), capped(x, 0xfff7)];
      return [(wide >> 2) - 77, difference, (difference * wide) & 0xffff, low | (high << 16)];
    },
  ],
  [
    'different atomics in each lane, and a value from a neighbouring lane',
    {
      body: `%low = extractelement <4 x i32> %buffer, i32 0
  %top = extractelement <4 x i32> %buffer, i32 1
  %page = and i32 %top, 65535
  %pair0 = insertelement <2 x i32> poison, i32 %low, i32 0
  %pair = insertelement <2 x i32> %pair0, i32 %page, i32 1
  %address = bitcast <2 x i32> %pair to i64
  %base = inttoptr i64 %address to ptr addrspace(1)
  %offset64 = zext i32 %offset to i64
  %word = getelementptr i8, ptr addrspace(1) %base, i64 %offset64
  %rowBits = shl i32 %y, 8
  %self = or i32 %rowBits, %x
  %neighbour = call i32 @llvm.amdgcn.mov.dpp.i32(i32 %self, i32 177, i32 15, i32 15, i1 true)
  %choice = and i32 %x, 3
  switch i32 %choice, label %default [ i32 1, label %sum i32 2, label %swap ]
sum:
  %added = atomicrmw add ptr addrspace(1) %word, i32 %prim syncscope("agent") acq_rel
  br label %join
swap:
  %swapped = call i32 @llvm.amdgcn.raw.buffer.atomic.swap.i32(i32 %y, <4 x i32> %buffer, i32 %offset, i32 0, i32 0)
  br label %join
default:
  %larger = atomicrmw umax ptr addrspace(1) %word, i32 %self syncscope("agent") monotonic
  br label %join
join:
  %before = phi i32 [ %added, %sum ], [ %swapped, %swap ], [ %larger, %default ]
  %after = load volatile i32, ptr addrspace(1) %word
  %n0 = insertelement <4 x i32> poison, i32 %after, i32 0
  %n1 = insertelement <4 x i32> %n0, i32 %before, i32 1
  %n2 = insertelement <4 x i32> %n1, i32 %neighbour, i32 2
  %new = insertelement <4 x i32> %n2, i32 %prim, i32 3`,
      declarations: 'declare i32 @llvm.amdgcn.raw.buffer.atomic.swap.i32(i32, <4 x i32>, i32, i32, i32)',
    },
    ([first], x, y, primitive) => {
      const self = (y << 8) | x;
      const after = [Math.max(first, self), first + primitive, y, Math.max(first, self)][x & 3];
      return [after, first, self ^ 1, primitive];
    },
  ],
];

function computeExpectedWords(model: Model): number[] {
  return Array.from({ length: EDGE * EDGE }, (_, pixel) =>
    PRIMITIVES.reduce<Words>((old, prim) => model(old, pixel % EDGE, pixel >> 4, prim), [0, 0, 0, 0]),
  ).flatMap((words) => words.map((word) => word >>> 0));
}

const write = createWriter(folder);

function run([processor, gfx, wave, abi]: Target, work: PixelShaderBody) {
  const source = write('ps.ll', generatePopsShader(gfx, work));
  const file = join(folder, 'ps.o');
  const sizes = gfx === 'gfx9' ? [] : [`-mattr=+wavefrontsize${wave},-wavefrontsize${96 - wave}`];
  const target = [`-mtriple=amdgcn-amd-${abi}`, `-mcpu=${processor}`, ...sizes];
  const { stderr } = spawnSync('llc-22', [...target, '-filetype=obj', source, '-o', file], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return execScene({
    file,
    state: write('state.json', JSON.stringify(makeStateFile(gfx, wave, abi === 'mesa3d'))),
    scene: write('scene.json', JSON.stringify(SCENE)),
    corpus,
  });
}

describe.runIf(hasTool('llc-22', 'llvm-22'))('a section compiled by llc', () => {
  describe.each(TARGETS)('for %s (%s, wave%i, %s ABI)', (...target) => {
    it.each(WORK)('passes and computes %s', (_, work, model) => {
      const { verdict, violations, memory } = run(target, work);
      // llc may place arithmetic inside the section, which a cost rule may report.
      const found = excludeMissingBitWarnings(violations).filter(({ rule }) => !rule.startsWith('PERF-'));
      expect({ verdict, found }).toEqual({ verdict: 'pass', found: [] });
      const words = new Uint32Array(memory.get('buffer_descriptor[0]')!.buffer);
      expect([...words.subarray(0, 4 * EDGE * EDGE)]).toEqual(computeExpectedWords(model));
    });

    it('violates RACE-01 if nothing waits for its store', () => {
      const exitCode = isAtLeast(target[1], 'gfx11') ? '' : 'call void @llvm.amdgcn.s.sendmsg(i32 7, i32 0)';
      const { violations } = run(target, { ...WORK[0][1], exitCode });
      expect(violations.map(({ rule }) => rule)).toContain('RACE-01');
    });
  });
});
