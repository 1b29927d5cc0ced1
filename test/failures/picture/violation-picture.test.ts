import fc from 'fast-check';
import { drawViolationPicture, MIN_PICTURE_WIDTH } from '../../../failures/picture/violation-picture.js';
import { makePrintable } from '../../../harness/terminal/terminal.js';
import { makeColours } from '../../../harness/text/colours.js';
import { scene } from '../../checkers/support/scenes.js';
import { Stream } from '../../checkers/support/stream.js';
import { scenarios } from '../../transactions/support/scenarios.js';
import { asciiStyle, buildWitness, findWitness, makeBrokenSection, violation } from './support/pictures.js';

const left = { x: 4, y: 6, primitive: 0 };
const above = { x: 4, y: 6, primitive: 1 };

describe('the picture of two open sections', () => {
  it('shows the pixels, marks, accesses, and when both sections are open', () => {
    const stream = makeBrokenSection();
    expect(
      drawViolationPicture(stream.scenario, findWitness(stream, 'ORD-01'), asciiStyle(80)),
    ).toMatchInlineSnapshot(`
      [
        "    x 4",
        "y   6 * # A A    A  wave 0 (packer 0 id 0), draw 0, no overlap reported",
        "      # # A A    B  wave 1 (packer 0 id 1), draw 0, overlap, newest id field 0",
        "                 *  pixel (4, 6): A primitive 0 in lane 0; B primitive 1 in lane",
        "                    0",
        "                 #  covered more than once (4 pixels)",
        "",
        "                                                    ! ORD-01, cycle 20",
        "A  wave 0    F-----P---=======================================]--C---V-----E",
        "   ordered             l--|     s----------------------|",
        "   both open                                        ####",
        "   ordered                                          l------|",
        "B  wave 1       F------------------P--p[================================]------E",
        "   cycle     +--+--+---+--+-----+--+--+------~~-----+--+---+--+--+---+--+--+---+",
        "             1  2  3   4  5     7  8  9             20 21  22 23 24  25 26 27 28",
        "Ordered accesses of both waves overlap from cycle 20 to 21.",
        "",
        "A  F 1, P 3, ] 23, C 24, V 25, E 27, l 4|5, s 7|21",
        "B  F 2, P 8, p 9, [ 9, ] 26, E 28, l 20|22",
        "   F formed  P packer set  p poll  [ entry wait ended  ] exit sent",
        "   C exit counted  V exit visible  E ended  . waits  = section  l load  s store",
        "   | performed",
      ]
    `);
  });

  it('has the same layout in Unicode, column for column', () => {
    const stream = makeBrokenSection();
    const witness = findWitness(stream, 'ORD-01');
    const ascii = drawViolationPicture(stream.scenario, witness, asciiStyle(80));
    const unicode = drawViolationPicture(stream.scenario, witness, { ...asciiStyle(80), unicode: true });
    expect(unicode.map((line) => line.replace(/[━─┤█·┴≈]/g, '?'))).toEqual(
      ascii.map((line, i) => [...line].map((c, k) => (/[━─┤█·┴≈]/.test(unicode[i][k]) ? '?' : c)).join('')),
    );
    expect(unicode.join('')).toContain('█');
  });

  it('adds colour without changing the layout', () => {
    const stream = makeBrokenSection();
    const witness = findWitness(stream, 'ORD-01');
    const colouredLines = drawViolationPicture(stream.scenario, witness, {
      ...asciiStyle(80),
      colour: makeColours(true),
    });
    expect(makePrintable(colouredLines.join('\n'))).toContain('\u001b[');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
    expect(colouredLines.map((line) => makePrintable(line).replace(/\u001b\[\d+m/g, ''))).toEqual(
      drawViolationPicture(stream.scenario, witness, asciiStyle(80)),
    );
  });
});

describe('the picture of consecutive sections', () => {
  it('states which accesses came first, and highlights nothing', () => {
    const stream = new Stream(scene());
    stream.form([left]).form([above], { didOverlap: true, newest: 0 });
    stream.setPacker(1).runSection(1).setPacker(0).runSection(0);
    const witness = findWitness(stream, 'ORD-02');
    const picture = drawViolationPicture(stream.scenario, witness, asciiStyle(80)).join('\n');
    const order = /accesses of B end at cycle \d+; those of A begin at cycle \d+/;
    expect(picture).toMatch(order);
    expect(picture).not.toContain('both open');
    // For a rule about a single wave, the picture does not mention another wave's accesses.
    const violation = { ...witness.violation, rule: 'IDLE-04' as const };
    expect(
      drawViolationPicture(stream.scenario, { ...witness, violation }, asciiStyle(80)).join('\n'),
    ).not.toMatch(order);
  });
});

describe('the picture of an access that is never performed', () => {
  it('extends to the end and is marked as never performed', () => {
    const stream = new Stream(scene()).form([left]).setPacker(0);
    stream.issue({ wave: 0, operation: 'store' });
    stream.sendMessage(0).end(0);
    const picture = drawViolationPicture(stream.scenario, findWitness(stream, 'RACE-01'), asciiStyle(60));
    expect(picture.find((line) => line.startsWith('   ordered'))).toMatch(/s-+$/);
    expect(picture.find((line) => line.startsWith('   ordered'))).toHaveLength(60);
    expect(picture.join('\n')).toContain('s 3 never performed');
  });
});

describe('the list of exact cycles', () => {
  it('stays short for a wave that polls or accesses memory forever', () => {
    const stream = new Stream(scene()).form([left], { didOverlap: true }).setPacker(0);
    for (let i = 0; i < 20; i++) stream.poll(0, i);
    for (let i = 0; i < 20; i++) stream.access({ wave: 0 });
    const witness = buildWitness(violation({ place: { wave: 0 } }), stream.transactions);
    const picture = drawViolationPicture(stream.scenario, witness, asciiStyle(80)).join('\n');
    expect(picture).toContain('p 3 4 5 (16 more) 22');
    expect(picture).toContain('8 more accesses');
  });
});

const chips = fc.constantFrom('vega10' as const, 'navi10' as const, 'navi21' as const, 'navi31' as const);
const quads = fc.array(
  fc.record({
    x: fc.nat(40).map((half) => half * 2),
    y: fc.nat(40).map((half) => half * 2),
    primitive: fc.nat(3),
  }),
  { minLength: 1, maxLength: 8 },
);
const steps = fc.array(
  fc.record({ wave: fc.nat(2), step: fc.nat(9), pause: fc.integer({ min: 1, max: 5000 }) }),
  { maxLength: 60 },
);

describe('every picture', () => {
  it('never exceeds its width', () => {
    const cases = fc.record({
      scenario: scenarios,
      chip: chips,
      waves: fc.array(quads, { minLength: 3, maxLength: 3 }),
      steps,
      width: fc.integer({ min: 1, max: 200 }),
      pixel: fc.option(fc.tuple(fc.nat(100), fc.nat(100)), { nil: undefined }),
      hang: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ scenario, chip, waves, steps: actions, width, pixel, hang }) => {
        const stream = generateStream(chip, waves, actions);
        const place = {
          wave: 0,
          ...(hang ? {} : { otherWave: 1 }),
          ...(pixel === undefined ? {} : { pixel }),
        };
        const anyViolation = violation({
          rule: hang ? 'HANG-01' : 'ORD-01',
          cycle: stream.cycle,
          place,
        });
        const witness = buildWitness(anyViolation, stream.transactions);
        const picture = drawViolationPicture(scenario, witness, asciiStyle(width));
        const maxWidth = Math.max(MIN_PICTURE_WIDTH, width);
        expect(picture.filter((line) => line.length > maxWidth || line !== line.trimEnd())).toEqual([]);
        for (const wave of witness.waves) expect(picture.join('\n')).toContain(`wave ${wave}`);
      }),
      { numRuns: 300 },
    );
  });
});

function generateStream(
  chip: 'vega10' | 'navi10' | 'navi21' | 'navi31',
  waves: readonly { x: number; y: number; primitive: number }[][],
  actions: readonly { wave: number; step: number; pause: number }[],
): Stream {
  const stream = new Stream(scene({ chip }));
  for (const wave of waves) stream.form(wave);
  for (const { wave, step, pause } of actions) {
    stream.cycle += pause;
    performStep(stream, wave, step);
  }
  return stream;
}

function performStep(stream: Stream, wave: number, step: number): void {
  const steps = [
    () => stream.setPacker(wave),
    () => stream.poll(wave, wave, stream.cycle),
    () => stream.endEventWait(wave),
    () => stream.access({ wave }),
    () => stream.issue({ wave, operation: 'store' }),
    () => stream.sendMessage(wave),
    () => stream.export(wave),
    () => stream.countExit(wave, wave + 1),
    () => stream.showId(wave + 1),
    () => stream.end(wave),
  ];
  steps[step]();
}
