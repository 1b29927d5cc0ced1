import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  findGenerationEntry,
  GENERATIONS,
  getRegisterAddress,
  isAtLeast,
  REGISTER_FIELDS,
} from '../../arch/index.js';

const data = new URL('../../data/', import.meta.url);

it('every data file matches its recorded hash', () => {
  const hashLines = readFileSync(new URL('SHA256SUMS', data), 'utf8').trim().split('\n');
  expect(hashLines.length).toBeGreaterThan(100);
  for (const line of hashLines) {
    const [hash, path] = line.split('  ');
    const bytes = readFileSync(new URL(path, data));
    expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(hash);
  }
});

/**
 * The driver's field table, if it is checked out next to the project. GFX11.5 has GFX11's registers (pops.md 7).
 */
const fieldTable = new URL('../../../shared/corpus/fields.json', import.meta.url);

it.skipIf(!existsSync(fieldTable))(
  "register fields agree with the driver's table (../shared/corpus/fields.json)",
  () => {
    type Field = [name: string, low: number, high: number];
    const table = JSON.parse(readFileSync(fieldTable, 'utf8')) as Record<
      string,
      Record<string, { address: string; fields: Field[] }>
    >;
    for (const { register, field, low, high, generations } of REGISTER_FIELDS) {
      for (const gfx of GENERATIONS) {
        const driverRegister = findGenerationEntry<(typeof table)[string]>(table, gfx)![register];
        if (driverRegister === undefined) continue;
        const known = driverRegister.fields.find(([name]) => name === field);
        const expected = generations.includes(gfx) ? [field, low, high] : undefined;
        expect(known, `${register}.${field} on ${gfx}`).toEqual(expected);
      }
    }
  },
);

it.skipIf(!existsSync(fieldTable))("register addresses agree with the driver's table", () => {
  const table = JSON.parse(readFileSync(fieldTable, 'utf8')) as Record<
    string,
    Record<string, { address: string }>
  >;
  for (const gfx of GENERATIONS) {
    const registers = Object.entries(findGenerationEntry<(typeof table)[string]>(table, gfx)!).filter(
      ([name]) => !name.startsWith('SQ_'),
    );
    expect(registers.length).toBeGreaterThan(25);
    for (const [name, { address }] of registers)
      expect([name, getRegisterAddress(gfx, name)]).toEqual([name, Number(address)]);
  }
});

/** Registers that pops.md 7 mentions without an address. */
const WITHOUT_ADDRESS = ['DB_DFSM_WATERMARK', 'PA_SC_PKR_WAVE_TABLE_CNTL'];

it('every register with fields has an address on each generation that has the fields', () => {
  const missing = REGISTER_FIELDS.filter(({ register }) => !WITHOUT_ADDRESS.includes(register)).flatMap(
    ({ register, generations }) =>
      // The driver's GFX12 table contains only the registers that its programs set.
      GENERATIONS.filter((gfx) => generations.includes(gfx) && !isAtLeast(gfx, 'gfx12'))
        .filter((gfx) => getRegisterAddress(gfx, register) === undefined)
        .map((gfx) => `${register} on ${gfx}`),
  );
  expect(missing).toEqual([]);
});
