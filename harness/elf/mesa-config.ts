import type { Gfx } from '../../arch/index.js';
import { factsOf, findRegisterField } from '../../arch/index.js';
import { ByteReader } from './byte-reader.js';
import type { ElfFile } from './elf-file.js';
import { registerAt } from './register-offsets.js';
import type { ShaderMetadata } from './shader-metadata.js';

const SECTION = '.AMDGPU.config';

/** The lowest bit of SPI_TMPRING_SIZE.WAVESIZE. The field is nonzero if the shader uses scratch memory. */
const WAVESIZE_BIT = 12;

/**
 * The number of lanes that share a wave's scratch memory. The object does not record the wave size; assuming the
 * minimum gives every lane enough.
 */
const MIN_LANES = 32;

/**
 * The fields that LLVM sets in the program's resource registers (AMDGPUAsmPrinter, EmitProgramInfoSI). LLVM leaves
 * float mode, memory order and user data at 0 for Mesa, which reads only the fields listed here (ac_binary.c).
 */
const COMPILED_FIELDS = [
  'SPI_SHADER_PGM_RSRC1_PS.VGPRS',
  'SPI_SHADER_PGM_RSRC1_PS.SGPRS',
  'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE',
] as const;

/** Reads pixel shader metadata from Mesa's register section. Returns undefined if the file has no such section. */
export function readMesaConfig({ sections }: ElfFile, gfx: Gfx, name: string): ShaderMetadata | undefined {
  const section = sections.find((candidate) => candidate.name === SECTION);
  if (section === undefined) return undefined;
  const reader = new ByteReader(section.bytes, name);
  const words = Array.from({ length: section.bytes.length >> 2 }, (_, i) => reader.u32(4 * i));
  return parseConfigMetadata(words, gfx, name);
}

/** Reads pixel shader metadata from offset-value pairs. Throws `UsageError` if they are for another stage. */
export function parseConfigMetadata(words: readonly number[], gfx: Gfx, name: string): ShaderMetadata {
  checkStage(words, name);
  const written = readWrittenRegisters(words, gfx);
  const {
    SPI_TMPRING_SIZE: ring = 0,
    SPI_SHADER_PGM_RSRC1_PS: _resources1,
    SPI_SHADER_PGM_RSRC2_PS: _resources2,
    ...registers
  } = written;
  const values = COMPILED_FIELDS.map((field) => [field, findRegisterField(gfx, written, field)] as const);
  const fields = Object.fromEntries(
    values.flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
  const waveBytes = (ring >>> WAVESIZE_BIT) * factsOf(gfx).scratchUnitBytes;
  return { registers, fields, entry: undefined, wave: undefined, scratchBytes: waveBytes / MIN_LANES };
}

/** The resource registers of the other stages (LLVM, SIDefines.h). The pixel shader's register is 0xb028. */
const OTHER_STAGES: Readonly<Record<number, string>> = {
  45352: 'vertex',
  45608: 'geometry',
  45864: 'export (ES)',
  46120: 'hull',
  46376: 'local (LS)',
  47176: 'compute',
};

function checkStage(words: readonly number[], name: string): void {
  const stage = words.flatMap((offset, i) => (i % 2 === 0 ? (OTHER_STAGES[offset] ?? []) : []))[0];
  if (stage === undefined) return;
  throw new ByteReader(new Uint8Array(), name).makeError(`found a ${stage} shader; expected a pixel shader`);
}

function readWrittenRegisters(words: readonly number[], gfx: Gfx): Record<string, number> {
  const registers: Record<string, number> = {};
  for (let i = 0; i + 2 <= words.length; i += 2) {
    const register = registerAt(words[i]!, gfx);
    if (register !== undefined) registers[register] = words[i + 1]!;
  }
  return registers;
}
