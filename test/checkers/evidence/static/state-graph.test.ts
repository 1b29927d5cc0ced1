import fc from 'fast-check';
import { decodeProgram } from '../../../../arch/index.js';
import { StateGraph } from '../../../../checkers/evidence/static/joins.js';
import { Path } from '../../../../checkers/evidence/static/path.js';
import { ScalarFile } from '../../../../checkers/evidence/static/scalar-file.js';
import { createWorlds } from '../../../../checkers/evidence/static/world.js';
import { assemble, SECTION } from './support/section-text.js';

const PROGRAM = decodeProgram(assemble(SECTION['gfx10.3'], 'gfx10.3'), 'gfx10.3', 64);
const STEPS = PROGRAM.instructions;
const STATES = 8;

/** Returns whether a state can reach itself. Follows all edges once per state, which is enough to find any cycle. */
function canReachItself(edges: readonly (readonly [number, number])[], state: number): boolean {
  let reached = new Set(edges.filter(([from]) => from === state).map(([, to]) => to));
  for (let round = 0; round < STATES; round++)
    reached = new Set([...reached, ...edges.filter(([from]) => reached.has(from)).map(([, to]) => to)]);
  return reached.has(state);
}

/**
 * Builds a graph the way the walk does: the first path to reach a state assigns its number and goes on, and later
 * ones end there.
 */
function buildGraph(next: readonly (readonly number[])[]) {
  const graph = new StateGraph();
  const edges: (readonly [number, number])[] = [];
  const start = new Path(createWorlds('gfx10.3'), new ScalarFile(PROGRAM).start(undefined, 0));
  graph.add(start, 0, true);
  const numbers = new Map([[0, 0]]);
  const queue: (readonly [number, Path])[] = [[0, start]];
  for (const [from, path] of queue)
    for (const to of next[from]) {
      const isNew = !numbers.has(to);
      if (isNew) numbers.set(to, numbers.size);
      const branch = path.clone();
      branch.index = numbers.get(to)!;
      branch.addStep(STEPS[branch.index]);
      graph.add(branch, branch.index, isNew);
      edges.push([numbers.get(from)!, branch.index]);
      if (isNew) queue.push([to, branch]);
    }
  return { graph, edges };
}

const successors = fc.array(fc.uniqueArray(fc.nat(STATES - 1), { maxLength: 2 }), {
  minLength: STATES,
  maxLength: STATES,
});

test('a graph has a cycle if and only if some state can reach itself, and every cycle ends where it starts', () => {
  fc.assert(
    fc.property(successors, (next) => {
      const { graph, edges } = buildGraph(next);
      const cycles = graph.findCycles();
      const hasCycle = edges.some(([state]) => canReachItself(edges, state));
      expect(cycles.length > 0).toBe(hasCycle);
      for (const { path, body } of cycles) {
        expect(canReachItself(edges, path.index)).toBe(true);
        const states = [path.index, ...body.map(({ index }) => index)];
        expect(states.at(-1)).toBe(path.index);
        for (const [index, to] of states.slice(1).entries())
          expect(edges).toContainEqual([states[index], to]);
      }
    }),
  );
});
