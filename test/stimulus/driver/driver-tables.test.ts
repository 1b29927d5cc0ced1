import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { CorpusRecord } from '../../../stimulus/corpus.js';
import { createSampleTable, createScratchTable, getTableRegisters } from '../../../stimulus/driver/abi.js';

const WINDOW = 0x8000 * 2 ** 32;

const [RECORD] = openCorpus().records('navi21', 64);

/** Creates a record with a program that only reads a driver table through `s[0:1]`. */
function makeRecord(table: string, size: number, scratch = 0): CorpusRecord {
  const load = { pc: 0, words: ['0xf4000100', '0xfa000000'] };
  return {
    ...RECORD!,
    abi: { ...RECORD!.abi, args: [{ name: table, file: 's', reg: 0, size }] },
    stats: { scratch_bytes_per_wave: scratch },
    instructions: [load],
  };
}

function readFloat(record: CorpusRecord, name: string, address: number): number {
  const object = createSampleTable(record).find((candidate) => candidate.name === name)!;
  const word = object.initial[(address - object.address) / 4]!;
  return new Float32Array(Uint32Array.of(word).buffer)[0]!;
}

describe("the driver's table", () => {
  it('contains the positions of n samples at byte 0xa8 + 8 * n for RADV', () => {
    const record = makeRecord('ring_offsets', 2);
    const table = WINDOW + getTableRegisters(record).SPI_SHADER_USER_DATA_PS_0!;
    const firstPositions = [1, 2, 4, 8, 16].map((samples) =>
      readFloat(record, 'sample_positions', table + 0xa8 + 8 * samples),
    );
    expect(firstPositions.map((x) => x * 16)).toEqual([8, 12, 6, 9, 9]);
    expect(readFloat(record, 'sample_positions', table + 0xc8 + 8 * 3 + 4) * 16).toBe(14);
  });

  it('describes the sample position buffer in entry 12 for PAL', () => {
    const record = makeRecord('global_table', 1);
    const table = getTableRegisters(record).SPI_SHADER_USER_DATA_PS_0!;
    const entry = createSampleTable(record).find(({ name }) => name === 'sample_table')!;
    const [low, high, bytes] = entry.initial.slice((table + 12 * 16 - entry.address) / 4);
    expect([high, bytes]).toEqual([0, 31 * 8]);
    expect(readFloat(record, 'sample_positions', low!) * 16).toBe(8);
  });

  it('points to scratch memory with a whole number of allocation units per wave', () => {
    const [table, ring] = createScratchTable(makeRecord('ring_offsets', 2, 1500), 3);
    expect(table!.initial).toEqual([
      ring!.address % 2 ** 32,
      0x80000000 + Math.floor(ring!.address / 2 ** 32),
    ]);
    expect(ring!.bytes).toBe(3 * 2048);
  });

  it('is absent for a program that overwrites its address before use', () => {
    const record = {
      ...makeRecord('ring_offsets', 2),
      instructions: [{ pc: 0, words: ['0xbe800380', '0xbe820300'] }],
    };
    expect([getTableRegisters(record), createSampleTable(record), createScratchTable(record, 4)]).toEqual([
      {},
      [],
      [],
    ]);
  });
});
