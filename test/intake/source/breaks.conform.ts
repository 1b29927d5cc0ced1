import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChipName } from '../../../arch/index.js';
import { readSubjects } from '../../../intake/check/check-subjects.js';
import { createTempFolder } from '../../cli/support/run-cli.js';
import { checkFile } from '../check/support/check-text.js';
import { findTestDriver } from './support/test-driver.js';

const folder = createTempFolder();

const driver = findTestDriver();
const CHIPS: readonly ChipName[] = ['navi21', 'navi31', 'vega10', 'navi10', 'navi48'];

const HEAD = '#version 450\n#extension GL_ARB_fragment_shader_interlock : require\n';
const BEGIN = '  beginInvocationInterlockARB();\n';
const END = '  endInvocationInterlockARB();\n';

/** Right shaders, whose words only a structural reading finds: `FIRST` is a load, `LAST` a store. */
const SHADERS = {
  blend: {
    first: '  vec4 under = imageLoad(paper, at);\n',
    last: '  imageStore(paper, at, mix(under, ink, ink.a));\n',
    text: (body: string) => `${HEAD}layout(pixel_interlock_ordered) in;
layout(binding = 0, rgba8) uniform coherent image2D paper;
layout(location = 0) in vec4 ink;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
${body}}
`,
  },
  rows: {
    first: '  float sum = cells[at];\n',
    last: '  cells[at] = sum * 0.5 + ink.x;\n',
    text: (body: string) => `${HEAD}layout(pixel_interlock_ordered) in;
layout(binding = 0) coherent buffer Cells { float cells[]; };
layout(binding = 1) uniform Sheet { uvec2 w; uint t; } sheet;
layout(location = 0) in vec4 ink;
void main() {
  uvec2 p = uvec2(gl_FragCoord.xy);
  uint at = (p.x + sheet.w.x * p.y) * sheet.t;
${body}}
`,
  },
  list: {
    first: '  uint top = imageLoad(tops, at).r;\n',
    last: '  imageStore(tops, at, uvec4(cell));\n',
    text: (body: string) => `${HEAD}layout(pixel_interlock_ordered) in;
layout(binding = 0, r32ui) uniform coherent uimage2D tops;
layout(binding = 1) coherent buffer Cells { uint used; uint pad; uvec2 cells[]; };
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  uint mine = floatBitsToUint(gl_FragCoord.z);
${body.replace(
  SPOT,
  `  uint cell = atomicAdd(used, 1u) + 1u;
  for (uint i = top; i != 0u && mine > cells[i].x; i = cells[i].y) mine++;
  cells[cell] = uvec2(mine, top);
`,
)}}
`,
  },
  window: {
    first: '  uvec4 seen = imageLoad(marks, at);\n',
    last: '  imageStore(marks, at, (seen << 1u) ^ tag);\n',
    text: (body: string) => `${HEAD}layout(pixel_interlock_ordered) in;
layout(binding = 0, rgba32ui) uniform coherent uimage2D marks;
layout(push_constant) uniform Window { ivec4 edge; } win;
layout(location = 0) flat in uint tag;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  if (at.x < win.edge.x || at.y < win.edge.y || at.x >= win.edge.z || at.y >= win.edge.w) discard;
${body}}
`,
  },
} as const;
type Name = keyof typeof SHADERS;
const SPOT = '/* between */\n';

/** Mistakes as a person makes them: what they turn the section into, and a finding with the line that has this text. */
const BREAKS: Readonly<
  Record<
    string,
    (name: Name) => { body: string; finding: RegExp; at: string; edit?: (text: string) => string }
  >
> = {
  'no end': (name) => ({ body: makeBody(name, { end: '' }), finding: /^missing-end/, at: BEGIN }),
  'a late begin': (name) => ({
    body: `${SHADERS[name].first}${BEGIN}${SPOT}${SHADERS[name].last}${END}`,
    finding: /^early-access/,
    at: SHADERS[name].first,
  }),
  'an early end': (name) => ({
    body: `${BEGIN}${SHADERS[name].first}${SPOT}${END}${SHADERS[name].last}`,
    finding: /^late-access/,
    at: SHADERS[name].last,
  }),
  'an early out': (name) => ({
    body: `  {${SHADERS[name].first.trim()} if (gl_FragCoord.z > float(${getWord(name)})) discard; } // out\n${makeBody(name)}`,
    finding: /^early-access/,
    at: '// out',
  }),
  'no coherent': (name) => ({
    body: makeBody(name),
    finding: /^VIS-01/,
    at: SHADERS[name].first,
    edit: (text) => text.replace('coherent ', ''),
  }),
  'a sample interlock': (name) => ({
    body: makeBody(name),
    finding: /^shared-samples/,
    at: SHADERS[name].last,
    edit: (text) => text.replace('pixel_', 'sample_'),
  }),
  'a wrong index': (name) => ({
    body: makeBody(name),
    finding: /^shared-words/,
    at: '',
    edit: (text) => text.replace('gl_FragCoord.xy)', 'gl_FragCoord.xy) / 4'),
  }),
};

function makeBody(name: Name, { begin = BEGIN, end = END } = {}): string {
  return `${begin}${SHADERS[name].first}${SPOT}${SHADERS[name].last}${end}`;
}

function getWord(name: Name): string {
  return { blend: 'under.x', rows: 'sum', list: 'top', window: 'seen.x' }[name];
}

function write(text: string): string {
  const file = join(folder, 'shader.frag');
  writeFileSync(file, text);
  return file;
}

function check(text: string, chip: ChipName) {
  const verdict = checkFile(write(text), { chips: [chip], driver }, { seeds: 2, strict: false });
  const found = [
    ...verdict.violations.map(({ violation, line }) => `${violation.rule} ${line}`),
    ...verdict.weaknesses.map(
      (weakness) => `${weakness.name} ${weakness.line ?? /line (\d+)/.exec(weakness.text)?.[1]}`,
    ),
  ];
  return { ...verdict, found: found.filter((finding) => !finding.startsWith('PERF')) };
}

describe.skipIf(driver === undefined)('mistakes in shaders', () => {
  const names = Object.keys(SHADERS) as Name[];

  it.each(names)('%s passes with compared words, and no name says what a word is', (name) => {
    for (const chip of ['navi21', 'navi31'] as const) {
      const { verdict, found, value } = check(SHADERS[name].text(makeBody(name)), chip);
      expect([chip, verdict, found]).toEqual([chip, 'pass', []]);
      expect(value.overlapping > 0 && value.compared > 0).toBe(true);
    }
  });

  it.each(Object.keys(BREAKS))('finds %s, with its line', (mistake) => {
    for (const [i, name] of names.entries()) {
      const chip = CHIPS[(i + Object.keys(BREAKS).indexOf(mistake)) % CHIPS.length]!;
      const { body, finding, at, edit = (text) => text } = BREAKS[mistake]!(name);
      const text = edit(SHADERS[name].text(body));
      const lines = text.split('\n').flatMap((line, n) => (line.includes(at.trim()) ? [n + 1] : []));
      const { found } = check(text, chip);
      const isFound = found.some((word) => finding.test(word) && lines.includes(Number(word.split(' ')[1])));
      expect([name, chip, isFound, isFound ? [] : found]).toEqual([name, chip, true, []]);
    }
  });

  it('takes nodes that are handed out before begin for unordered, in a scene of one pixel too', () => {
    const text = SHADERS.list.text(makeBody('list'));
    const counter = '  uint cell = atomicAdd(used, 1u) + 1u;\n';
    const early = text.replace(counter, '').replace(BEGIN, counter + BEGIN);
    const { verdict, found, value } = check(early, 'navi21');
    expect([verdict, found, value.compared > 0]).toEqual(['pass', [], true]);
  });

  it('takes a rate and an image that is a colour target from comments', () => {
    const text = SHADERS.blend
      .text(`${makeBody('blend')}  shown = ink;\n`)
      .replace('void main', 'layout(location = 0) out vec4 shown;\nvoid main');
    const loop = check(`${text}// pops: paper = colour 0\n`, 'navi31');
    expect([loop.verdict, loop.found]).toEqual(['fail', expect.arrayContaining(['ORD-15 10'])]);
    expect(() => check(`${text}// pops: paper = colour 1\n`, 'navi31')).toThrow(
      'Invalid value "colour 1" of paper',
    );
    const coarse = readSubjects(write(`${text}// pops: rate = 2x4\n`), { chips: ['navi21'], driver });
    expect(coarse[0]!.record.regs.GE_VRS_RATE).toBe('0x00000021');
  });
});
