import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MappedTrace } from '../../../intake/vcd/mapped-trace.js';
import { readSignalMap } from '../../../intake/vcd/signal-map.js';
import { createTempFolder } from '../../cli/support/run-cli.js';

const folder = createTempFolder();

/** A reset, then three cycles, which form a wave of one quad, issue an access, and return that access. */
const DUMP = `$timescale 1ns $end
$scope module TOP $end $scope module dut $end
$var wire 1 ! clock $end
$var wire 1 " reset $end
$var wire 8 # id [7:0] $end
$var wire 1 % formed $end
$var wire 2 & cause [1:0] $end
$var wire 1 ' issue $end
$var wire 1 ( back $end
$upscope $end $upscope $end
$enddefinitions $end
#0 $dumpvars 0! 1" bx # 0% b0 & 0' 0( $end
#5 1!
#10 0! 0"
b101 # 1% b10 &
#15 1! 0% 1'
#20 0!
#25 1! 0' 1(
#30 0!
#35 1!
`;

const MAP = {
  scope: 'dut',
  clock: 'clock',
  active: { reset: 0 },
  records: [
    { kind: 'quad', when: 'formed', x: 4, y: 6, primitive: 3, masks23: 0 },
    {
      kind: 'wave-formed',
      when: 'formed',
      id: 'id',
      didOverlap: false,
      newest: 0,
      reason: { value: 'cause', as: ['full', 'overlap', 'draw-end'] },
    },
    {
      kind: 'memory-issued',
      when: { issue: 1, cycle: 2 },
      wave: { id: 'id' },
      tag: 7,
      pc: 8,
      operation: 'load',
      space: 'buffer',
      counter: 'vm',
      addresses: ['id', 'cause', 'id[1:0]'],
      bytes: 4,
      glc: true,
      dlc: false,
      slc: false,
    },
    { kind: 'memory-returned', when: 'back', tag: 7, counter: 'vm' },
  ],
  finally: [
    {
      kind: 'quiesced',
      waiting: [
        { when: { back: 1 }, unit: 'wave', index: 0, cause: { on: 'sleep' } },
        { when: { back: 0 }, unit: 'wave', index: 1, cause: { on: 'sleep' } },
      ],
    },
  ],
};

async function convertDump(map: unknown, dump = DUMP): Promise<{ trace: MappedTrace; records: unknown[] }> {
  const isCode = typeof map === 'string';
  const [file, mapFile] = [join(folder, 'dump.vcd'), join(folder, isCode ? 'map.ts' : 'map.json')];
  writeFileSync(file, dump);
  writeFileSync(mapFile, isCode ? map : JSON.stringify(map));
  const trace = await MappedTrace.open(file, mapFile);
  const records: unknown[] = [];
  for await (const { value } of trace.records(() => undefined)) records.push(value);
  return { trace, records };
}

const changeRecord = (change: Readonly<Record<string, unknown>>, changedIndex = 0): unknown => ({
  ...MAP,
  records: MAP.records.map((record, index) => (index === changedIndex ? { ...record, ...change } : record)),
});

describe('a signal map', () => {
  it('builds records from the values before each edge, and numbers waves and accesses', async () => {
    const { trace, records } = await convertDump(MAP);
    expect(records).toEqual([
      {
        kind: 'wave-formed',
        cycle: 1,
        wave: 0,
        packer: 0,
        id: 5,
        draw: 0,
        quads: [4, 6, 3, 0x10001, 0, 0, 0],
        quadCount: 1,
        didOverlap: false,
        newest: 0,
        intrawaveMask: 0,
        reason: 'draw-end',
      },
      {
        kind: 'memory-issued',
        cycle: 2,
        wave: 0,
        access: 0,
        lanesLo: 3,
        lanesHi: 0,
        pc: 8,
        operation: 'load',
        space: 'buffer',
        counter: 'vm',
        addresses: [5, 2, 1],
        bytes: 4,
        glc: true,
        dlc: false,
        slc: false,
      },
      { kind: 'memory-returned', cycle: 3, wave: 0, access: 0, counter: 'vm' },
      { kind: 'quiesced', cycle: 3, waiting: [{ unit: 'wave', index: 0, pc: -1, cause: { on: 'sleep' } }] },
    ]);
    expect([1, 2, 3, 4].map((cycle) => trace.times.getTime(cycle))).toEqual([15, 25, 35, undefined]);
  });

  it('rejects a dump without an active edge, whose only records would be the last ones of the map', async () => {
    const died = DUMP.slice(0, DUMP.indexOf('#5'));
    await expect(convertDump(MAP, died)).rejects.toThrow('it has no active edge of clock');
    const inactive = convertDump({ ...MAP, active: { reset: 2 } });
    await expect(inactive).rejects.toThrow('it has no active edge of clock');
  });

  it('samples at falling edges on request', async () => {
    const records = [{ kind: 'exiting-id-visible', when: 'back', id: 'id' }];
    const falling = await convertDump({ ...MAP, records, finally: [], edge: 'falling' });
    expect(falling.records).toEqual([{ kind: 'exiting-id-visible', cycle: 2, packer: 0, id: 5 }]);
    expect(falling.trace.times.getTime(2)).toBe(30);
  });

  it('is cut if its map makes no end of the run', async () => {
    expect((await convertDump({ ...MAP, finally: [] })).trace.cut).toMatch(
      /^the map makes no end of the run/,
    );
    const records = [...MAP.records, { kind: 'quiesced', when: 'back' }];
    for (const map of [MAP, { ...MAP, records, finally: [] }])
      expect((await convertDump(map)).trace.cut).toBeUndefined();
  });

  it('shows an id after the exit of the same cycle that counts it, whatever the order of the map', async () => {
    const wave = { id: 'id' };
    const exit = { kind: 'section-exit', when: 'issue', wave, id: 'cause' };
    const show = (id: unknown) => [
      { kind: 'exiting-id-visible', when: 'issue', id },
      { kind: 'exiting-id-polled', when: 'issue', wave, id, pc: 4 },
    ];
    const sent = { kind: 'message-sent', when: 'issue', wave, pc: 0, message: 7 };
    const records = [...MAP.records.slice(0, 2), ...show('cause'), ...show(1), sent, exit];
    const converted = (await convertDump({ ...MAP, records })).records as { kind: string; id?: number }[];
    expect(converted.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'wave-formed 5',
      'exiting-id-visible 1',
      'exiting-id-polled 1',
      'message-sent undefined',
      'section-exit 2',
      'exiting-id-visible 2',
      'exiting-id-polled 2',
      'quiesced undefined',
    ]);
  });

  it('calls functions from a module with the values at the current edge and the previous one', async () => {
    const { records } = await convertDump(`export default {
      scope: 'dut', clock: 'clock', active: { reset: 0 }, signals: { flags: ['formed', 'issue'], id: 'id' },
      records: [
        { kind: 'quad', when: 'formed', x: 4, y: 6, primitive: 3 },
        { kind: 'wave-formed', when: ({ now }) => now.flags[0] === 1, id: ({ now }) => now.id, didOverlap: false, newest: 0, reason: 'full' },
        { kind: 'exiting-id-visible', when: ({ changed }) => changed('flags', 1), id: ({ now, before, cycle }) => 100 * before.flags[1] + 10 * now.flags[1] + cycle },
        { kind: 'memory-issued', when: 'issue', wave: ({ wave, now }) => wave(now.id), tag: 7, pc: 8, operation: 'load', space: 'buffer',
          counter: 'vm', addresses: { lanes: ({ x, y, lane }) => 1000 + 100 * lane + 10 * y + x }, bytes: 4, glc: true, dlc: false, slc: false },
      ],
    };`);
    expect(records).toMatchObject([
      { kind: 'wave-formed', cycle: 1, id: 5 },
      { kind: 'exiting-id-visible', cycle: 2, id: 12 },
      { kind: 'memory-issued', cycle: 2, addresses: [1064, 1165, 1274, 1375] },
      { kind: 'exiting-id-visible', cycle: 3, id: 103 },
    ]);
  });

  it('reports the file and line of a function that throws', async () => {
    const code = `export default { scope: 'dut', clock: 'clock',
      records: [{ kind: 'draw-begin', when: () => { throw new Error('mine'); } }] };`;
    await expect(convertDump(code)).rejects.toThrow(/map\.ts threw in .*map\.ts:2:\d+: Error: mine/);
  });

  it.each([
    ['the width of a signal', 'wire 8 #', 'wire 1000000000000 #', 'a $var of 1000000000000 bits'],
    [
      'the nesting of scopes',
      '$scope module dut',
      `${'$scope module a $end '.repeat(300)}$scope module dut`,
      'more than 256 nested scopes',
    ],
    ['the length of a word', '#35 1!', `b${'1'.repeat(3 * 2 ** 20)} #`, 'a word is longer than'],
  ])('limits %s in a dump', async (_, old, changed, message) => {
    await expect(convertDump(MAP, DUMP.replace(old, changed))).rejects.toThrow(message);
  });

  it('skips signals that it does not name, whatever their type, size and values', async () => {
    const others = [
      '$var string 0 s0 text $end',
      '$var real 64 s1 temp $end',
      '$var event 0 s2 trigger $end',
      '$var wire 18446744073709551616 s3 huge $end',
      '$var parameter none s4 kind $end',
      '$var  $ stage_reg $end',
    ];
    const values = [
      'sHello world, b1 s0',
      'r1.5e-3 s1',
      '1s2',
      `b${'1'.repeat(3 * 2 ** 20)} s3`,
      'b1q2 s4',
      's s0',
      '$',
      '$dumpvars',
    ];
    const dump = DUMP.replace('$upscope', `${others.join('\n')}\n$upscope`).replace(
      '#15',
      `${values.join('\n')}\n#15`,
    );
    expect((await convertDump(MAP, dump)).records).toEqual((await convertDump(MAP)).records);
  });

  it('reads the states of VHDL, and reports any other digit with its signal and line', async () => {
    const weak = DUMP.replace('b101 #', 'bHLH #').replace('bx #', 'bUUWW---- #').replace('0" ', 'L" ');
    expect((await convertDump(MAP, weak)).records).toEqual((await convertDump(MAP)).records);
    await expect(convertDump(MAP, DUMP.replace('b101 #', 'b121 #'))).rejects.toThrow(
      /dump\.vcd: the digit "2" for TOP\.dut\.id in line 15 is not one of 0, 1, x and z/,
    );
    await expect(convertDump(MAP, DUMP.replace('1% b10', '7% b10'))).rejects.toThrow(
      'the digit "7" for TOP.dut.formed in line 15',
    );
  });

  it('finds signals by patterns, and rejects one that could be several or cannot be read', async () => {
    const found = await convertDump(changeRecord({ when: 'f*ed' }));
    expect(found.records).toEqual((await convertDump(MAP)).records);
    const code = `export default { scope: 'TOP', clock: '**clock', signals: { all: ['dut.i*', 'dut.r**', 'dut.formed'] },
      records: [{ kind: 'draw-begin', when: ({ now }) => now.all.length === 4, draw: ({ now }) => now.all[3] }] };`;
    const { records } = await convertDump(code);
    expect(records[1]).toEqual({ kind: 'draw-begin', cycle: 2, draw: 1 });
    await expect(convertDump(changeRecord({ when: 'i*' }))).rejects.toThrow(
      'signal "i*" could be any of 2 in ',
    );
    const real = DUMP.replace('wire 1 %', 'real 64 %');
    await expect(convertDump(MAP, real)).rejects.toThrow('cannot read signal "TOP.dut.formed"');
  });

  it.each(['{ value: state[i] }', 'a ? b : c'])('asks the user to put %s in quotes', async (value) => {
    const file = join(folder, 'unquoted.yaml');
    writeFileSync(file, `clock: clock\nrecords:\n  - kind: draw-begin\n    draw: ${value}\n`);
    await expect(readSignalMap(file)).rejects.toThrow(/neither YAML nor JSON .*; put names .* in quotes$/);
  });

  it.each<[string, unknown, string]>([
    ['signal', { ...MAP, clock: 'clok' }, 'map.json: unknown signal "clok" in'],
    [
      'signal in a record',
      changeRecord({ when: 'fromed' }),
      'records[0] (quad): when: unknown signal "fromed" in',
    ],
    ['scope', { ...MAP, scope: 'dtu' }, 'did you mean dut?'],
    [
      'kind',
      changeRecord({ kind: 'wave-form' }),
      'Unknown record kind "wave-form": did you mean wave-formed?',
    ],
    [
      'field',
      changeRecord({ neewest: 1 }, 1),
      'records[1] (wave-formed): Unknown wave-formed field "neewest": did you mean newest?',
    ],
    ['map field', { ...MAP, clocks: 1 }, 'unknown field "clocks": did you mean clock?'],
    ['value', changeRecord({ counter: 'v' }, 3), 'counter: Unknown value "v": did you mean vm?'],
  ])('suggests the nearest name for an unknown %s', async (_, map, message) => {
    await expect(convertDump(map)).rejects.toThrow(message);
  });

  it.each<[string, unknown, string]>([
    [
      'a field is missing',
      changeRecord({ counter: undefined }, 3),
      'records[3] (memory-returned): counter is missing',
    ],
    ['no access is in flight', changeRecord({ tag: 8 }, 3), 'time 35: memory-returned: no access with tag 8'],
    [
      'no wave has the id',
      changeRecord({ wave: { id: 9 } }, 2),
      'time 25: memory-issued: wave: no wave was formed with id 9',
    ],
    [
      'a value has no corresponding text',
      changeRecord({ reason: { value: 'cause', as: ['full'] } }, 1),
      'time 15: wave-formed: reason: cause is 2',
    ],
    [
      'a condition is not a plain name',
      changeRecord({ when: 'formed && issue' }),
      'records[0] (quad): when: "formed && issue" is neither a number nor the name',
    ],
  ])('reports that %s', async (_, map, message) => {
    await expect(convertDump(map)).rejects.toThrow(message);
  });

  it('rejects fields with unknown bits and files that are not dumps', async () => {
    const unknown = DUMP.replace('b101 #', 'b1x1 #');
    await expect(convertDump(MAP, unknown)).rejects.toThrow(
      'time 15: wave-formed: id: "id" has unknown bits (x or z)',
    );
    await expect(convertDump(MAP, '{"kind"')).rejects.toThrow('expected a value change dump (VCD)');
    await expect(convertDump(MAP, DUMP.slice(0, 80))).rejects.toThrow('it ends before $enddefinitions');
  });
});

describe('dumps of which other readers report that they stop', () => {
  const inHeader = (line: string): string => DUMP.replace('$enddefinitions', `${line}\n$enddefinitions`);

  it.each([
    ['without $dumpvars (scopehal 1116)', DUMP.replace('$dumpvars ', '')],
    ['with the $end of $dumpvars (pyDigitalWaveTools 11)', DUMP.replace('0( $end', '0( $end $end')],
    [
      'with a real parameter of size 0 and a stray $end (vaporview 90)',
      inHeader('$var parameter 0 ) LIMIT $end').replace('#5 ', 'r0.5 )\n$end\n#5 '),
    ],
    [
      'with tasks, blocks and suspended dumping (pyDigitalWaveTools 3)',
      inHeader(
        '$scope task t $end $scope begin b $end $var integer 32 * i $end $upscope $end $upscope $end',
      ).replace('#5 ', '$dumpoff x! bx * $end\n$dumpon 0! b1 * $end\n$dumpall 0! 1" $end\n#5 '),
    ],
    [
      'with two names of one code (pyDigitalWaveTools 10)',
      inHeader('$scope module m $end $var wire 1 ! clk $end $upscope $end'),
    ],
    ['with codes of several characters (simavr 497)', DUMP.replaceAll('%', 'ab')],
    [
      'with a time and its changes in one line and empty lines (vcdvcd 17)',
      DUMP.replaceAll('\n', '\n\n').replaceAll(/(#\d+)\n+/g, '$1  '),
    ],
  ])('%s give the same records', async (_, dump) => {
    expect((await convertDump(MAP, dump)).records).toEqual((await convertDump(MAP)).records);
  });

  it('are refused by line if a change has no code (vcdvcd 32)', async () => {
    await expect(convertDump(MAP, DUMP.replace('#20', 'b1\n#20'))).rejects.toThrow(
      /"b1" before the time #20 in line 18 has no code/,
    );
  });
});
