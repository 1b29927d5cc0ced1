import { type DecodedProgram, type Instruction, printInstruction } from '../../../arch/index.js';
import { formatNumber, type Place } from '../../../transactions/index.js';
import { getOrCreate } from '../basics/default-map.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { getInstructionAt } from '../program/programs.js';

/** Returns a wave's name for messages: its number in the run, its packer and its id. */
export function formatWave(wave: WaveRecord): string {
  return `wave ${wave.wave} (packer ${wave.packer} id ${wave.id})`;
}

/** Returns the names of a few waves for messages, and the number of the others. */
export function formatWaves(waves: readonly WaveRecord[]): string {
  const names = waves.slice(0, 3).map(formatWave).join(', ');
  return waves.length > 3 ? `${names} and ${waves.length - 3} more` : names;
}

/** Returns a screen unit's name for messages. */
export function formatUnit({ grid }: Ledgers, unit: number): string {
  const [x, y] = grid.getCoordinates(grid.getPixel(unit));
  const sample = grid.getSample(unit);
  return sample === undefined ? `pixel (${x}, ${y})` : `sample ${sample} of pixel (${x}, ${y})`;
}

/** Returns a unit's pixel and sample, for spreading into a violation's place. */
export function locateUnit({ grid }: Ledgers, unit: number): Pick<Place, 'pixel' | 'sample'> {
  const sample = grid.getSample(unit);
  const pixel = grid.getCoordinates(grid.getPixel(unit));
  return sample === undefined ? { pixel } : { pixel, sample };
}

/** Returns where a wave is, with the instruction at `pc` if there is one. */
export function locateWave(ledgers: Ledgers, wave: WaveRecord, pc?: number): Place {
  const place = { draw: wave.facts.index, wave: wave.wave, packer: wave.packer, id: wave.id };
  if (pc === undefined || pc < 0) return place;
  const instruction = printInstructionAt(ledgers, wave.facts.decoded, pc);
  return instruction === undefined ? { ...place, pc } : { ...place, pc, instruction };
}

/** Formats a position in a wave's program and the instruction there: `pc 0x74 (s_sendmsg …)`. */
export function formatPc(ledgers: Ledgers, wave: WaveRecord, pc: number): string {
  return formatInstructionAt(ledgers, wave.facts.decoded, pc);
}

/** Formats a position in a program, the instruction there and, if it cannot run, the reason. */
export function formatInstructionAt(ledgers: Ledgers, program: DecodedProgram, pc: number): string {
  const text = printInstructionAt(ledgers, program, pc);
  const position = `pc 0x${pc.toString(16)}`;
  if (text === undefined) return position;
  const reason = getInstructionAt(program, pc)?.reason;
  return reason === undefined
    ? `${position} (${text})`
    : `${position} (${text}, which cannot run: ${reason})`;
}

/** The text of each instruction. Cached because most findings about a program mention the same few. */
const TEXTS = new WeakMap<Instruction, string>();

/** Returns the text of the instruction at `pc`, or undefined if there is none. */
export function printInstructionAt(
  { set, scenario }: Ledgers,
  program: DecodedProgram,
  pc: number,
): string | undefined {
  const instruction = getInstructionAt(program, pc);
  return (
    instruction && getOrCreate(TEXTS, instruction, () => printInstruction(instruction, set, scenario.wave))
  );
}

/** Formats a count with its noun: `1 wave`, `1,847 cycles`. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}
