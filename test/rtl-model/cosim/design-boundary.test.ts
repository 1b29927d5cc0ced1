import type { ChipName } from '../../../arch/index.js';
import { CHOICE } from '../../../rtl-model/choice-points.js';
import { DeviceContext, getReceiver, indexOf, makeEvent, UNIT } from '../../../rtl-model/context.js';
import { DesignBoundary } from '../../../rtl-model/cosim/design-boundary.js';
import { NO_EVENT } from '../../../rtl-model/kernel/index.js';
import type { Design, KnobValues } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

/** A design's answers to the host's turns after `begin`. Once the list is exhausted, it answers `done -1`. */
type Script = readonly (readonly string[])[];

interface BenchOptions {
  readonly chip?: ChipName;
  readonly freedoms?: Partial<KnobValues>;
  readonly first?: readonly string[];
  readonly script?: Script;
  readonly hold?: number;
  /** The number of cycles for which the host stalls each output. */
  readonly heldCycles?: number;
  readonly markCycle?: number;
}

/** Creates a boundary to a scripted design, and records the traffic across it. */
function makeBench(options: BenchOptions = {}) {
  const { chip = 'navi21', first = ['ready 4'], script = [], heldCycles = 0 } = options;
  const exchanges: string[][] = [];
  const alternatives: number[] = [];
  const choices = {
    choose(point: number, n: number, sources?: Int32Array, first = 0): number {
      // Make the boundary's event the last in its cycle.
      if (point === CHOICE.EVENT_ORDER && sources !== undefined)
        return Math.max(
          0,
          sources.subarray(first, first + n).findIndex((event) => getReceiver(event) !== UNIT.BOUNDARY),
        );
      if (point !== CHOICE.DESIGN_HELD) return 0;
      alternatives.push(n);
      return heldCycles;
    },
  };
  const context = new DeviceContext(scene({ chip, freedoms: options.freedoms ?? {} }), choices, null);
  const design: Design = {
    unit: 'exit-tracker',
    seed: 77,
    ...(options.hold === undefined ? {} : { hold: options.hold }),
    ...(options.markCycle === undefined ? {} : { markCycle: options.markCycle }),
    exchange: (lines) => {
      exchanges.push([...lines]);
      return exchanges.length === 1 ? first : (script[exchanges.length - 2] ?? ['done -1']);
    },
  };
  let timesCredited = 0;
  const boundary = new DesignBoundary(context, design, () => timesCredited++);
  const outputs: string[] = [];
  for (const name of ['exited', 'visible'])
    boundary.on(name, (values, line) => outputs.push(`${context.now}: ${values.join(' ')} of ${line}`));
  return { context, boundary, exchanges, alternatives, outputs, timesCredited: () => timesCredited };
}

type Post = readonly [cycle: number, name: string, ...values: readonly number[]];

/** Posts the given inputs in their cycles and runs to the end. Returns the cycles of the boundary's events. */
function run({ context, boundary }: ReturnType<typeof makeBench>, posts: readonly Post[]): readonly number[] {
  const cycles: number[] = [];
  for (const [index, [cycle]] of posts.entries()) context.wheel.schedule(cycle, makeEvent(UNIT.WAVE, index));
  for (let event = context.wheel.next(); event !== NO_EVENT; event = context.wheel.next()) {
    if (getReceiver(event) === UNIT.BOUNDARY) {
      cycles.push(context.now);
      boundary.step();
    } else {
      const [, name, ...values] = posts[indexOf(event)]!;
      boundary.post(name, ...values);
    }
  }
  return cycles;
}

/** Posts the inputs, runs to the end, and returns what the host sent in each turn after `begin`. */
function getTurns(bench: ReturnType<typeof makeBench>, posts: readonly Post[]): string[] {
  run(bench, posts);
  return bench.exchanges.slice(1).map((lines) => lines.join(', '));
}

describe('the handshake', () => {
  it.each<[ChipName, number, number]>([
    ['vega10', 90, 0],
    ['navi10', 100, 0],
    ['navi21', 103, 0],
    ['navi31', 110, 1],
    ['strix', 115, 1],
    ['navi48', 120, 1],
  ])('tells a design about %s and its knobs', (chip, generation, byExport) => {
    const freedoms = {
      packers: 1,
      idStart: 3,
      idWrap: 99,
      idWindow: 40,
      exitVisibleLatency: [5, 9],
    } as const;
    const { exchanges } = makeBench({ chip, freedoms, markCycle: 1234 });
    expect(exchanges).toEqual([
      [
        'set unit 1',
        `set generation ${generation}`,
        `set exits_by_export ${byExport}`,
        'set packers 1',
        'set id_start 3',
        'set id_wrap 99',
        'set id_window 40',
        'set visible_least 5',
        'set visible_most 9',
        `set newest_one_too_few ${generation === 90 ? 1 : 0}`,
        'set overlap_entries 1024',
        'set seed 77',
        'set mark_cycle 1234',
        'begin',
      ],
    ]);
    expect(makeBench().exchanges[0]).toContain('set mark_cycle -1');
  });

  it.each([
    ['ready 0', 'expected a window of 1 to 1000 cycles'],
    ['ready 1001', 'expected a window of 1 to 1000 cycles'],
    ['done 5', 'expected "ready"'],
  ])('rejects a design that answers %s', (line, reason) => {
    expect(() => makeBench({ first: [line] })).toThrow(reason);
  });

  it.each(['ready 1', 'ready 1000'])('accepts %s, which is within the bounds', (line) => {
    expect(() => makeBench({ first: [line] })).not.toThrow();
  });
});

describe('a design step', () => {
  it('happens one window after the first unsent input, and sends all inputs from earlier cycles', () => {
    const posts: Post[] = [
      [1, 'formed', 0, 0],
      [3, 'exit', 0, 0],
      [5, 'formed', 0, 1],
      [6, 'exit', 0, 1],
      [7, 'exit', 0, 2],
      [9, 'formed', 0, 3],
    ];
    expect(getTurns(makeBench(), posts)).toEqual([
      'formed 1 0 0, exit 3 0 0, formed 5 0 1, exit 6 0 1, step 7',
      'exit 7 0 2, formed 9 0 3, step 11',
    ]);
  });

  it('happens one window after an input that arrives in the same cycle as another step', () => {
    const posts: Post[] = [
      [3, 'exit', 0, 0],
      [7, 'exit', 0, 1],
      [7, 'exit', 0, 2],
    ];
    expect(getTurns(makeBench(), posts)).toEqual(['exit 3 0 0, step 7', 'exit 7 0 1, exit 7 0 2, step 11']);
  });

  it('does not happen if the only inputs are formed waves', () => {
    expect(getTurns(makeBench(), [[3, 'formed', 0, 0]])).toEqual([]);
  });

  it('happens one window after a wave is formed in the same cycle as another step', () => {
    const posts: Post[] = [
      [7, 'formed', 0, 1],
      [3, 'exit', 0, 0],
    ];
    expect(getTurns(makeBench(), posts)).toEqual(['exit 3 0 0, step 7', 'formed 7 0 1, step 11']);
  });

  it('happens in the cycle that the design requests, or earlier if there is an input', () => {
    const bench = makeBench({ script: [['done 12'], ['done 40'], ['done -1']] });
    expect(
      getTurns(bench, [
        [3, 'exit', 0, 0],
        [15, 'exit', 0, 1],
      ]),
    ).toEqual(['exit 3 0 0, step 7', 'step 12', 'exit 15 0 1, step 19']);
  });

  it('happens no later than 16,384 cycles after the last activity if nothing else happens', () => {
    const bench = makeBench({
      script: Array.from({ length: 20_000 }, (_, i) => [`done ${7 + 1024 * (i + 1)}`]),
    });
    const steps = getTurns(bench, [[3, 'exit', 0, 0]]);
    expect(steps.slice(1)).toEqual(Array.from({ length: 16 }, (_, i) => `step ${7 + 1024 * (i + 1)}`));
  });

  it('can happen after more than 16,384 cycles if something else happens or a step has an effect', () => {
    const answers = Array.from({ length: 20 }, (_, i) => {
      const now = 7 + 1024 * i;
      return i === 4 ? [`exited ${now} 0 0`, `done ${now + 1024}`] : [`done ${now + 1024}`];
    });
    const posts: Post[] = [
      [3, 'exit', 0, 0],
      [30_000, 'formed', 0, 1],
    ];
    const withoutOutputs = answers.map((answer) => answer.slice(-1));
    expect(getTurns(makeBench({ script: [...withoutOutputs, ['done -1']] }), posts)).toHaveLength(21);
    expect(getTurns(makeBench({ script: [...withoutOutputs, ['done -1']] }), posts.slice(0, 1))).toHaveLength(
      17,
    );
    const bench = makeBench({ script: [...answers, ['done 30000']] });
    expect(getTurns(bench, posts.slice(0, 1))).toHaveLength(21);
  });

  it('uses exactly one event, as does every later output, grant and step', () => {
    const bench = makeBench({
      hold: 6,
      heldCycles: 5,
      script: [['exited 7 0 1', 'exited 9 0 0', 'done 30']],
    });
    const posts: Post[] = [
      [3, 'exit', 0, 0],
      [3, 'exit', 0, 1],
    ];
    // The events: a step with an output, a later output, the grant after each, the step after those, and the requested
    // step, which has already been done.
    expect(run(bench, posts)).toEqual([7, 9, 12, 14, 16, 30]);
  });
});

describe('an output', () => {
  it('takes effect in the cycle it names, with outputs in the same cycle kept in the order they were sent', () => {
    const script = [['exited 12 0 3', 'visible 10 0 1', 'exited 7 0 2', 'exited 12 0 4', 'done -1']];
    const bench = makeBench({ script });
    run(bench, [[3, 'exit', 0, 0]]);
    expect(bench.outputs).toEqual([
      '7: 0 2 of exited 7 0 2',
      '10: 0 1 of visible 10 0 1',
      '12: 0 3 of exited 12 0 3',
      '12: 0 4 of exited 12 0 4',
    ]);
  });

  it('can take effect in a cycle that also has a design step', () => {
    const bench = makeBench({
      script: [
        ['visible 12 0 1', 'done 12'],
        ['exited 12 0 0', 'done -1'],
      ],
    });
    run(bench, [[3, 'exit', 0, 0]]);
    expect(bench.outputs).toEqual(['12: 0 1 of visible 12 0 1', '12: 0 0 of exited 12 0 0']);
    expect(bench.exchanges.slice(2)).toEqual([['step 12']]);
  });

  it.each([
    [['exited 6 0 0', 'done -1'], 'said "exited 6 0 0": too late: cycle 7 has already started'],
    [['welcome 1', 'done -1'], 'said "welcome 1": not valid in response to "step" at this boundary'],
    [['visible 7 0 1'], 'said "visible 7 0 1": expected "done"'],
    [['done 7'], 'said "done 7": the next step must be later than cycle 7'],
    [['done 0'], 'said "done 0": the next step must be later than cycle 7'],
    [
      ['credit exited 1', 'done -1'],
      'said "credit exited 1": "exited" is not a host message that uses credits',
    ],
    [
      ['credit formed 1', 'done -1'],
      'said "credit formed 1": "formed" is not a host message that uses credits',
    ],
    [['credit exit -1', 'done -1'], 'said "credit exit -1": expected a count of at least 0'],
  ])('is rejected if the design answers %j', (answer, reason) => {
    expect(() => run(makeBench({ script: [answer] }), [[3, 'exit', 0, 0]])).toThrow(reason);
  });
});

describe('back-pressure from the design', () => {
  it('limits how many messages of each kind the design accepts', () => {
    const script = [['done 20'], ['credit exit 1', 'exited 20 0 1', 'done 30'], ['exited 30 0 2', 'done -1']];
    const bench = makeBench({ first: ['credit exit 2', 'ready 4'], script });
    const accepts = (): boolean[] => [0, 1, 2, 3].map((count) => bench.boundary.accepts('exit', count));
    expect([...accepts(), bench.boundary.accepts('formed', 1000)]).toEqual([true, true, true, false, true]);
    const before = bench.timesCredited();
    run(bench, [[1, 'exit', 0, 1]]);
    expect(bench.timesCredited() - before).toBe(1);
    expect(accepts()).toEqual([true, true, true, false]);
  });

  it('holds back limited messages, in order, until the design accepts more', () => {
    const script = [['done 20'], ['credit exit 1', 'credit exit 1', 'done 30'], ['credit exit 5', 'done -1']];
    const bench = makeBench({ first: ['credit exit 2', 'credit exit 0', 'ready 4'], script });
    const posts: Post[] = [
      ...[1, 2, 3, 4, 5].map((id): Post => [id, 'exit', 0, id]),
      [3, 'formed', 0, 9],
      [40, 'exit', 0, 6],
    ];
    expect(getTurns(bench, posts)).toEqual([
      'exit 1 0 1, exit 2 0 2, formed 3 0 9, step 5',
      'step 20',
      'exit 20 0 3, exit 20 0 4, step 24',
      'exit 24 0 5, step 28',
      'exit 40 0 6, step 44',
    ]);
  });

  it('holds back messages of one kind while messages of other kinds pass', () => {
    const script = [
      ['credit exit 1', 'done 30'],
      ['credit packed 1', 'done -1'],
    ];
    const bench = makeBench({ first: ['credit packed 0', 'credit exit 1', 'ready 4'], script });
    const posts: Post[] = [
      [1, 'packed', 0],
      [2, 'exit', 0, 1],
      [3, 'exit', 0, 2],
    ];
    expect(getTurns(bench, posts)).toEqual([
      'exit 2 0 1, step 6',
      'exit 6 0 2, step 10',
      'packed 10 0, step 14',
    ]);
  });

  it('can hold back even the first message', () => {
    const bench = makeBench({ first: ['credit exit 0', 'ready 4'] });
    expect(getTurns(bench, [[1, 'exit', 0, 1]])).toEqual([]);
  });
});

describe('back-pressure from the host', () => {
  const answer = ['exited 9 0 0', 'exited 9 0 1', 'done -1'];

  it('allows two outputs of each kind, and another some time after each takes effect', () => {
    const bench = makeBench({ hold: 6, heldCycles: 5, script: [answer] });
    expect(bench.exchanges[0].slice(-3)).toEqual(['grant 0 exited 2', 'grant 0 visible 2', 'begin']);
    run(bench, [[3, 'exit', 0, 0]]);
    expect(bench.alternatives).toEqual([7, 7]);
    expect(bench.exchanges.slice(2)).toEqual([['grant 14 exited 1', 'grant 14 exited 1', 'step 18']]);
  });

  it('may allow the next output in the same cycle', () => {
    const bench = makeBench({ hold: 0, script: [answer] });
    run(bench, [[3, 'exit', 0, 0]]);
    expect(bench.exchanges.slice(2)).toEqual([['grant 9 exited 1', 'grant 9 exited 1', 'step 13']]);
  });

  it('rejects an output before its grant, and accepts it afterwards', () => {
    const nextOutput = 'exited 20 0 2';
    const premature = makeBench({ hold: 6, script: [[...answer.slice(0, 2), nextOutput, 'done -1']] });
    expect(() => run(premature, [[3, 'exit', 0, 0]])).toThrow(
      `said "${nextOutput}": the host has not granted another "exited"`,
    );
    const granted = makeBench({ hold: 6, script: [answer, [nextOutput, 'visible 20 0 3', 'done -1']] });
    run(granted, [[3, 'exit', 0, 0]]);
    expect(granted.outputs).toHaveLength(4);
  });

  it('does not apply to a design that is never stalled', () => {
    const bench = makeBench({ script: [[...answer.slice(0, 2), 'exited 9 0 2', 'done -1']] });
    run(bench, [[3, 'exit', 0, 0]]);
    expect(bench.exchanges.flat().filter((line) => line.startsWith('grant'))).toEqual([]);
    expect(bench.outputs).toHaveLength(3);
  });
});
