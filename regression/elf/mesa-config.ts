import { ByteReader } from './byte-reader.js';
import type { ElfFile } from './elf-file.js';
import { registerAt } from './register-offsets.js';
import type { ShaderMetadata } from './shader-metadata.js';

const SECTION = '.AMDGPU.config';

/** SPI_TMPRING_SIZE.WAVESIZE: private memory is used where it is not 0. */
const WAVESIZE_BIT = 12;

/** What Mesa's section of register writes says, pairs of byte offset and value, or undefined where a file has none. */
export function mesaConfig({ sections }: ElfFile, name: string): ShaderMetadata | undefined {
  const section = sections.find((candidate) => candidate.name === SECTION);
  if (section === undefined) return undefined;
  const reader = new ByteReader(section.bytes, name);
  const registers: Record<string, number> = {};
  for (let at = 0; at + 8 <= section.bytes.length; at += 8) {
    const register = registerAt(reader.u32(at));
    if (register !== undefined) registers[register] = reader.u32(at + 4);
  }
  const { SPI_TMPRING_SIZE: ring = 0, ...others } = registers;
  return { registers: others, entry: undefined, wave: undefined, scratchBytes: ring >>> WAVESIZE_BIT };
}
