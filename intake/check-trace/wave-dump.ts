import { type ProgramWord, readProgramWord } from '../../harness/programs/index.js';
import { UsageError } from '../../transactions/index.js';

/** A resident wave in a dump, with what the dump shows of it. */
export interface DumpedWave {
  /** Its place, such as `se0.sa1.wgp2.simd0.wave5`. */
  readonly place: string;
  /** The program counter as an address, or `undefined` if the dump does not show it. */
  pc: number | undefined;
  /** Registers and fields by their names in lower case, such as `wave_status`, `m0` and `vm_cnt`. */
  readonly values: Map<string, number>;
  /** Scalar registers by number. */
  readonly sgprs: Map<number, number>;
}

/** A dump of the waves on a GPU. */
export interface WaveDump {
  readonly waves: readonly DumpedWave[];
  /** The words of programs that the dump shows, by address. */
  readonly words: ReadonlyMap<number, number>;
}

/** The header of the table that umr prints without `-O bits`. */
const TABLE_HEADER = /^\s*(SE\s+S[HA]\s+(?:CU|WGP)\s+SIMD\s+WAVE#)\s+(.*)$/;
const TABLE_ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)((?:\s+[0-9a-f]{8})+)\s*$/i;
/** The heading of a wave that umr prints with `-O bits`. */
const HEADING = /^\s*(se\d+\.s[ha]\d+\.(?:cu|wgp)\d+\.simd\d+\.wave\d+)\s*$/;
/** A wave in RADV's hang report: below the instruction that it executes, or with its program counter. */
const REPORTED =
  /\bSE(\d+) SH(\d+) CU(\d+) SIMD(\d+) WAVE(\d+)\s+EXEC=([0-9a-f]{16})(?:\s+INST(?:32|64)?=([0-9a-f]{8})(?: [0-9a-f]{8})?)?(?:\s+PC=([0-9a-f]+))?/i;
const INSTRUCTION_ADDRESS = /\[PC=0x([0-9a-f]+)/i;
const SECTION = /^\s*>?(SGPRS|TTMP|TBA\/TMA|VGPRS)\b/;
const SCALARS = /\[\s*(\d+)\s*\.\.\s*\d+\s*\]\s*=\s*\{([^}]*)\}/;
const REGISTER = /^\s*([A-Za-z]\w*)\[([0-9a-f]{8})\]:/i;
const FIELD = /([A-Za-z]\w*):\s*([0-9a-f]{1,8})\s*(?=\||$)/gi;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const REGISTER_DIGITS = 8;

/**
 * Reads a dump of waves: umr's `-wa` table, the same with `-O bits`, or the waves of RADV's hang report, each with the
 * program words that it shows. Throws `UsageError` for any other text.
 */
export function readWaveDump(text: string, file: string): WaveDump {
  const reader = new WaveDumpReader();
  for (const line of text.split('\n')) reader.add(line.replace(COLOURS, ''));
  if (reader.waves.length === 0)
    throw new UsageError(
      `Invalid wave dump ${file}: it has no waves; expected the output of umr -O halt_waves -wa (with or without bits), or RADV's hang report`,
    );
  return reader;
}

class WaveDumpReader implements WaveDump {
  readonly waves: DumpedWave[] = [];
  readonly words = new Map<number, number>();
  private units: readonly string[] = [];
  private columns: readonly string[] = [];
  private section = '';
  private address: number | undefined;

  add(line: string): void {
    const word = readProgramWord(line);
    if (word !== undefined) this.addWord(word);
    else if (!this.startWave(line)) this.addValues(line);
  }

  private addWord({ address, word }: ProgramWord): void {
    this.words.set(address, word);
  }

  /** Starts a wave if the line does. Returns whether the line has been read. */
  private startWave(line: string): boolean {
    const header = TABLE_HEADER.exec(line);
    if (header !== null) {
      this.units = header[1]!.toLowerCase().replace('#', '').split(/\s+/);
      this.columns = header[2]!.trim().toLowerCase().split(/\s+/);
      return true;
    }
    const row = this.columns.length === 0 ? null : TABLE_ROW.exec(line);
    const reported = REPORTED.exec(line);
    const heading = HEADING.exec(line)?.[1];
    if (row !== null) this.startRow(row);
    else if (reported !== null) this.startReported(reported);
    else if (heading !== undefined) this.start(heading);
    this.address = toNumber(INSTRUCTION_ADDRESS.exec(line)?.[1]) ?? this.address;
    return row !== null || reported !== null || heading !== undefined;
  }

  private startRow(row: RegExpExecArray): void {
    const wave = this.start(this.units.map((unit, i) => `${unit}${row[i + 1]}`).join('.'));
    for (const [i, value] of row[6]!.trim().split(/\s+/).entries())
      this.set(wave, this.columns[i] ?? '', Number.parseInt(value, 16));
  }

  private startReported([, se, sh, cu, simd, number, exec, instruction, pc]: readonly string[]): void {
    const wave = this.start(`se${se}.sh${sh}.cu${cu}.simd${simd}.wave${number}`);
    wave.pc = toNumber(pc) ?? this.address;
    this.set(wave, 'exec_hi', Number.parseInt(exec!.slice(0, REGISTER_DIGITS), 16));
    this.set(wave, 'exec_lo', Number.parseInt(exec!.slice(REGISTER_DIGITS), 16));
    const word = toNumber(instruction);
    if (word !== undefined) this.set(wave, 'inst_dw0', word);
  }

  private start(place: string): DumpedWave {
    const wave = {
      place,
      pc: undefined,
      values: new Map<string, number>(),
      sgprs: new Map<number, number>(),
    };
    this.waves.push(wave);
    this.section = '';
    return wave;
  }

  private addValues(line: string): void {
    const wave = this.waves.at(-1);
    if (wave === undefined) return;
    this.section = SECTION.exec(line)?.[1] ?? this.section;
    const scalars = SCALARS.exec(line);
    if (scalars !== null) {
      if (this.section !== 'SGPRS') return;
      for (const [i, value] of scalars[2]!.split(',').entries())
        wave.sgprs.set(Number(scalars[1]) + i, Number.parseInt(value, 16));
      return;
    }
    const register = REGISTER.exec(line);
    if (register !== null) this.set(wave, register[1]!.toLowerCase(), Number.parseInt(register[2]!, 16));
    for (const [, name, value] of line.matchAll(FIELD))
      this.set(
        wave,
        name!.toLowerCase(),
        Number.parseInt(value!, value!.length === REGISTER_DIGITS ? 16 : 10),
      );
  }

  private set(wave: DumpedWave, name: string, value: number): void {
    wave.values.set(name, value);
    const [high, low] = [wave.values.get('pc_hi'), wave.values.get('pc_lo')];
    if (high !== undefined && low !== undefined) wave.pc = (high & 0xffff) * 2 ** 32 + low;
    const word = wave.values.get('wave_inst_dw0') ?? wave.values.get('inst_dw0');
    if (word !== undefined && wave.pc !== undefined) this.words.set(wave.pc, word);
  }
}

function toNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}
