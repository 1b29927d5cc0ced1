import { type Draw, setting } from '../../../../transactions/index.js';
import {
  COHERENT,
  createInvalidatingScene,
  createStaleScene,
  GLC,
  NONE,
  readAfterStore,
  StaleStream,
} from './stale-stream.js';

const ERROR_01 = { rule: 'VIS-01', severity: 'error' };
const WARNING_01 = { rule: 'VIS-01', severity: 'warning' };

describe('VIS-01', () => {
  it('does not fire if a cache returns the value in L2', () => {
    const { verdict, vis } = readAfterStore(7, NONE, 'L0').judge();
    expect(vis).toEqual([]);
    expect(verdict.armed['VIS-01']).toBeGreaterThan(0);
  });

  it('compares loads before the first store with the initial memory', () => {
    const baseScene = createStaleScene('navi21');
    const initial = new Array<number>(64).fill(5);
    const memory = baseScene.memory.map((object) =>
      object.name === 'buffer' ? { ...object, initial } : object,
    );
    const readValue = (value: number) =>
      new StaleStream({ ...baseScene, memory }).form().load(value, COHERENT).judge().vis;
    expect([readValue(5), readValue(0)]).toEqual([[], [ERROR_01]]);
  });

  it('reports a hardware error if the load has the coherence bits of its generation', () => {
    expect(readAfterStore(0, COHERENT, 'L0').judge().vis).toEqual([ERROR_01]);
    expect(readAfterStore(0, GLC, 'L0', 'vega10').judge().vis).toEqual([ERROR_01]);
    expect(readAfterStore(0, GLC, 'GL1', 'navi31').judge().vis).toEqual([ERROR_01]);
  });

  it('warns about a program whose load lacks the coherence bits, including DLC on GFX10.3', () => {
    expect(readAfterStore(0, NONE, 'L0').judge().vis).toEqual([WARNING_01]);
    expect(readAfterStore(0, GLC, 'GL1').judge().vis).toEqual([WARNING_01]);
  });

  it('reports an error if the scenario declares the memory coherent, regardless of the bits', () => {
    expect(readAfterStore(0, NONE, 'L0', 'navi21', true).judge().vis).toEqual([ERROR_01]);
  });

  it('reports an error if the wave had already read the word coherently (S-104)', () => {
    const stream = readAfterStore(7, COHERENT, 'L2').load(0, NONE, 'L0');
    expect(stream.judge().vis).toEqual([ERROR_01]);
  });

  it.each(['navi21', 'vega10', 'navi31'] as const)(
    'reports a hardware error on %s if the wave has invalidated its caches since the store',
    (chip) => {
      const storeFirst = () =>
        new StaleStream(createInvalidatingScene(chip)).form().store(7, GLC).exit().form();
      expect(storeFirst().load(0, NONE, 'L0').judge().vis).toEqual([WARNING_01]);
      expect(storeFirst().invalidate().load(0, NONE, 'L0').judge().vis).toEqual([ERROR_01]);
      expect(storeFirst().invalidate().load(7, NONE, 'L2').judge().vis).toEqual([]);
    },
  );

  it('reports an error if the store is behind a barrier that waits and invalidates the caches', () => {
    const read = (...boundary: NonNullable<Draw['boundary']>) => {
      const base = createStaleScene('navi21');
      const draws = [...base.draws, { ...base.draws[0]!, boundary }];
      const stream = new StaleStream({ ...base, draws }).form().store(7, GLC).exit().form(1);
      return stream.load(0, NONE, 'L0').judge().vis;
    };
    expect(read('wait', 'invalidate')).toEqual([ERROR_01]);
    expect(read('wait')).toContainEqual(WARNING_01);
    expect(read('invalidate')).toContainEqual(WARNING_01);
  });

  it('warns if the store came after the wave had invalidated its caches', () => {
    const stream = new StaleStream(createInvalidatingScene('navi21'))
      .form()
      .invalidate()
      .form()
      .store(7, GLC);
    expect(stream.load(0, NONE, 'L0', 0).judge().vis).toEqual([WARNING_01]);
  });

  it('allows a wave to see its own store before L2 has it', () => {
    const stream = new StaleStream(createStaleScene('navi21'))
      .form()
      .store(7, NONE, ['L0'])
      .load(7, NONE, 'L0');
    expect(stream.judge().vis).toEqual([]);
  });

  it('reports an error if a wave does not see its own store, regardless of the bits', () => {
    const storeInL0 = () => new StaleStream(createStaleScene('navi21')).form().store(7, NONE, ['L0']);
    expect(storeInL0().load(0, NONE, 'L0').judge().vis).toEqual([ERROR_01]);
    expect(storeInL0().load(0, NONE, 'L2').judge().vis).toEqual([ERROR_01]);
    expect(storeInL0().form().store(9, NONE, ['L0']).load(0, NONE, 'L2', 0).judge().vis).toEqual([]);
  });

  it.each(['L0', 'GL1'] as const)(
    'reports an error if %s serves a line older than an atomic of the same wave',
    (cache) => {
      const addAtomic = (stream: StaleStream) => stream.atomic(5);
      const formWave = () => new StaleStream(createStaleScene('navi21')).form();
      const read = (stream: StaleStream, value = 5) => stream.load(value, NONE, cache).judge().vis;
      expect(read(addAtomic(formWave().fill(cache)))).toEqual([ERROR_01]);
      expect(read(addAtomic(formWave().fill(cache)).fill(cache))).toEqual([]);
      // Another wave's atomic need not be visible. The value of a store after the atomic is known.
      expect(read(addAtomic(formWave().fill(cache)).form())).toEqual([]);
      expect(read(addAtomic(formWave().fill(cache)).store(5, NONE, [cache]))).toEqual([]);
      expect(read(addAtomic(formWave()).store(6, GLC), 6)).toEqual([]);
      expect(read(addAtomic(formWave()).store(6, GLC), 5)).toEqual([ERROR_01]);
    },
  );

  it('checks the coherent caches of a third-party device, whose contents are unknown', () => {
    const { freedoms, ...rest } = createStaleScene('navi21');
    const scenario = { ...rest, freedoms: { ...freedoms, caches: setting('caches', 'coherent') } };
    const storeValue = (value: number | 'unknown') =>
      new StaleStream(scenario).form().store(value, GLC).form();
    expect(storeValue(7).load(0, COHERENT).judge(true).vis).toEqual([ERROR_01]);
    expect(storeValue(7).load(0, NONE).judge(true).vis).toEqual([ERROR_01]);
    expect(storeValue(7).load(7, COHERENT).judge(true).vis).toEqual([]);
    // Traces without data are not checked.
    expect(storeValue(7).load('unknown', COHERENT).judge(true).vis).toEqual([]);
    expect(storeValue('unknown').load(7, COHERENT).load(7, COHERENT).judge(true).vis).toEqual([]);
    expect(storeValue('unknown').load(7, COHERENT).load(8, COHERENT).judge(true).vis).toEqual([ERROR_01]);
  });

  it('checks nothing if caches are coherent', () => {
    const staleScene = { ...createStaleScene('navi21') };
    const scenario = {
      ...staleScene,
      freedoms: { ...staleScene.freedoms, caches: setting('caches', 'coherent') },
    };
    const { verdict, vis } = new StaleStream(scenario)
      .form()
      .store(7, GLC)
      .form()
      .load(0, COHERENT, 'L0')
      .judge();
    expect(vis).toEqual([]);
    expect(verdict.armed['VIS-01']).toBe(0);
  });
});
