import type { Gfx, WaveSize } from '../../../arch/index.js';
import { isAtLeast } from '../../../arch/index.js';

/** Emits the LLVM IR that enters a section, up to `body:` (pops.md 12). `%collision` is the collision argument. */
function emitSectionEntry(gfx: Gfx): string {
  if (isAtLeast(gfx, 'gfx11'))
    return `call void @llvm.amdgcn.s.wait.event.export.ready()
  br label %body`;
  const isGfx9 = gfx === 'gfx9';
  const packer = isGfx9
    ? `%bit = and i32 %high, 1
  %packer = add i32 %bit, 1
  call void @llvm.amdgcn.s.setreg(i32 3585, i32 %packer)`
    : `%chosen = and i32 %high, 3
  %twice = shl i32 %chosen, 1
  %packer = or i32 %twice, 1
  call void @llvm.amdgcn.s.setreg(i32 4121, i32 %packer)`;
  return `%overlaps = icmp slt i32 %collision, 0
  br i1 %overlaps, label %choose, label %body
choose:
  %high = lshr i32 %collision, 28
  ${packer}
  %upper = lshr i32 %collision, 16
  %newest = and i32 %upper, 1023
  %own = and i32 %collision, 1023
  %wraps = icmp ugt i32 %newest, %own
  %one = zext i1 %wraps to i32
  %last = add i32 %newest, ${isGfx9 ? '%one' : '0'}
  %shift = xor i32 %own, -1
  %expected = add i32 %last, %shift
  br label %poll
poll:
  %exiting = call i32 @llvm.amdgcn.pops.exiting.wave.id()
  %seen = add i32 %exiting, %shift
  %open = icmp ult i32 %expected, %seen
  br i1 %open, label %body, label %sleep
sleep:
  call void @llvm.amdgcn.s.sleep(i32 ${isGfx9 ? 3 : 0xffff})
  br label %poll`;
}

/** Emits code that reads the primitive's flat attribute 0 into `%prim`. */
function emitPrimitiveLoad(gfx: Gfx): string {
  if (!isAtLeast(gfx, 'gfx11'))
    return `%flat = call float @llvm.amdgcn.interp.mov(i32 2, i32 0, i32 0, i32 %mask)
  %prim = bitcast float %flat to i32`;
  return `%param = call float @llvm.amdgcn.lds.param.load(i32 0, i32 0, i32 %mask)
  %bits0 = bitcast float %param to i32
  %first = call i32 @llvm.amdgcn.mov.dpp.i32(i32 %bits0, i32 0, i32 15, i32 15, i1 true)
  %prim = call i32 @llvm.amdgcn.wqm.i32(i32 %first)`;
}

/** Code that computes `%new` from a pixel's four words (`%old`), position and primitive. */
export interface PixelShaderBody {
  readonly body: string;
  readonly declarations?: string;
  /**
   * Whether the first argument is the driver's global table, as in PAL programs with scratch memory. Mesa programs
   * always have one.
   */
  readonly hasTable?: boolean;
  /** Code to run before entering the section. */
  readonly preamble?: string;
  /** Code to use instead of the fence and message between `body` and the export. */
  readonly exitCode?: string;
}

const MESSAGE = 'call void @llvm.amdgcn.s.sendmsg(i32 7, i32 0)';

/**
 * Generates a pixel shader that runs the given code on its pixel inside a section. `makeStateFile` describes its
 * arguments.
 */
export function generatePopsShader(gfx: Gfx, shaderBody: PixelShaderBody): string {
  const { body, declarations = '', exitCode, preamble = '', hasTable = false } = shaderBody;
  const collision = isAtLeast(gfx, 'gfx11') ? '' : ', i32 inreg %collision';
  const exit = `fence syncscope("agent") release\n  ${isAtLeast(gfx, 'gfx11') ? '' : MESSAGE}`;
  return `${declarations}
declare void @llvm.amdgcn.s.wait.event.export.ready()
declare void @llvm.amdgcn.s.setreg(i32, i32)
declare void @llvm.amdgcn.s.sleep(i32)
declare void @llvm.amdgcn.s.sendmsg(i32, i32)
declare i32 @llvm.amdgcn.pops.exiting.wave.id()
declare float @llvm.amdgcn.interp.mov(i32, i32, i32, i32)
declare float @llvm.amdgcn.lds.param.load(i32, i32, i32)
declare i32 @llvm.amdgcn.mov.dpp.i32(i32, i32, i32, i32, i1)
declare i32 @llvm.amdgcn.wqm.i32(i32)
declare <4 x i32> @llvm.amdgcn.raw.buffer.load.v4i32(<4 x i32>, i32, i32, i32)
declare void @llvm.amdgcn.raw.buffer.store.v4i32(<4 x i32>, <4 x i32>, i32, i32, i32)
declare void @llvm.amdgcn.exp.f32(i32, i32, float, float, float, float, i1, i1)
define amdgpu_ps void @_amdgpu_ps_main(${hasTable ? 'i32 inreg %table, ' : ''}<4 x i32> inreg %buffer, i32 inreg %width, i32 inreg %mask${collision},
    <2 x float> %i0, <2 x float> %i1, <2 x float> %i2, <3 x float> %i3, <2 x float> %i4, <2 x float> %i5,
    <2 x float> %i6, float %i7, float %i8, float %i9, float %i10, float %i11, float %i12, i32 %i13, i32 %i14,
    i32 %position) "amdgpu-color-export"="1" "InitialPSInputAddr"="32770" {
entry:
  ${emitPrimitiveLoad(gfx)}
  %x = and i32 %position, 65535
  %y = lshr i32 %position, 16
  %row = mul i32 %y, %width
  %pixel = add i32 %row, %x
  %offset = shl i32 %pixel, 4
  ${preamble}
  ${emitSectionEntry(gfx)}
body:
  fence syncscope("agent") acquire
  %old = call <4 x i32> @llvm.amdgcn.raw.buffer.load.v4i32(<4 x i32> %buffer, i32 %offset, i32 0, i32 0)
  %old0 = extractelement <4 x i32> %old, i32 0
  ${body}
  call void @llvm.amdgcn.raw.buffer.store.v4i32(<4 x i32> %new, <4 x i32> %buffer, i32 %offset, i32 0, i32 0)
  ${exitCode ?? exit}
  call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float 1.0, float 0.0, float 0.0, float 1.0, i1 true, i1 true)
  ret void
}
`;
}

/** Returns the state file for a generated shader. In Mesa objects, LLVM reserves s[0:1] for the driver. */
export function makeStateFile(gfx: Gfx, wave: WaveSize, isMesa: boolean, hasTable = false): unknown {
  const scalars = [
    ...(hasTable && !isMesa ? [['global_table', 1] as const] : []),
    ...(isMesa ? [['ring_offsets', 2] as const] : []),
    ['buffer_descriptor[0]', 4] as const,
    ['width', 1] as const,
    ['prim_mask', 1] as const,
    ...(isAtLeast(gfx, 'gfx11') ? [] : [['pops_collision_wave_id', 1] as const]),
  ];
  let reg = 0;
  const args = scalars.map(([name, size]) => {
    reg += size;
    return { name, file: 's', reg: reg - size, size };
  });
  const width = args.find(({ name }) => name === 'width')!.reg;
  return {
    wave,
    interlock: 'pixel_interlock_ordered',
    args: [
      ...args,
      { name: 'persp_center', file: 'v', reg: 0, size: 2 },
      { name: 'pos_fixed_pt', file: 'v', reg: 2, size: 1 },
    ],
    inputs: [{ attr: 0, name: 'vPrim', how: 'flat' }],
    user_data: { [`s${width}`]: 'pc+8' },
  };
}
