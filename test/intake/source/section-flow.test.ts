import { followSection, WHERE } from '../../../intake/source/section-flow.js';
import { readShaderInterface } from '../../../intake/source/shader-interface.js';
import { checkProtocol } from '../../../intake/source/source-protocol.js';
import { OP, type SpirvInstruction } from '../../../intake/source/spirv-module.js';
import { buildFragmentModule } from './support/fragment-module.js';

const make = (op: number, ...operands: readonly number[]): SpirvInstruction => ({
  op,
  operands,
  line: undefined,
});
const label = (id: number): SpirvInstruction => make(248, id);
const jump = (id: number): SpirvInstruction => make(249, id);
const fork = (first: number, second: number): SpirvInstruction => make(250, 0, first, second);
const BEGIN = make(OP.beginInterlock);
const END = make(OP.endInterlock);
const RETURN = make(253);
const STORE = make(OP.imageWrite);

/** A function that begins the section, then returns. */
const CALLEE = [make(OP.functionParameter, 0, 90), label(91), BEGIN, RETURN];

/** Bodies of an entry point with one store, and where the store and the return lie. */
const FLOWS: readonly (readonly [
  name: string,
  body: SpirvInstruction[],
  store: number,
  returnsAt: number,
])[] = [
  ['in one section', [label(1), BEGIN, STORE, END, RETURN], WHERE.inside, WHERE.after],
  ['without an end', [label(1), BEGIN, STORE, RETURN], WHERE.inside, WHERE.inside],
  [
    'in the second of two branches that each have a section',
    [
      label(1),
      fork(2, 3),
      label(2),
      BEGIN,
      END,
      jump(4),
      label(3),
      BEGIN,
      STORE,
      END,
      jump(4),
      label(4),
      RETURN,
    ],
    WHERE.inside,
    WHERE.after,
  ],
  [
    'after a branch that ends the section on one side only',
    [label(1), BEGIN, fork(2, 3), label(2), END, jump(3), label(3), STORE, RETURN],
    WHERE.inside | WHERE.after,
    WHERE.inside | WHERE.after,
  ],
  [
    'in a section that a called function begins',
    [label(1), make(OP.functionCall, 0, 9, 2), STORE, END, RETURN],
    WHERE.inside,
    WHERE.after,
  ],
];

it.each(FLOWS)('follows a store %s', (_, body, store, returnsAt) => {
  const flow = followSection(
    new Map([
      [1, body],
      [2, CALLEE],
    ]),
    1,
  );
  expect([flow.whereOf.get(STORE), flow.returnsAt]).toEqual([store, returnsAt]);
});

it('names a begin without an end on any path, as a warning on every chip', () => {
  const shader = { ...readShaderInterface(buildFragmentModule({}), 'a.spv'), returnsAt: WHERE.inside };
  for (const chip of ['navi21', 'navi31'] as const)
    expect(checkProtocol(shader, chip, 1)).toEqual([
      expect.objectContaining({ name: 'missing-end', isError: false }),
    ]);
  expect(checkProtocol({ ...shader, returnsAt: WHERE.after }, 'navi21', 1)).toEqual([]);
});
