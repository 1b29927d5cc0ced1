import { readdirSync, readFileSync } from 'node:fs';
import { readStatements } from '../../../closure/testplan/statements.js';
import { COVERAGE_MODEL, COVERGROUPS, createEmptyCoverage, getBinRows } from '../../../coverage/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const QUIESCED = at('quiesced', { waiting: [] });

describe('scenes covergroup', () => {
  it("counts each draw's scene once, crossed with the generation, however many waves the draw has", () => {
    const scenario = onChip('navi31');
    const [draw] = scenario.draws;
    const draws = [
      { ...draw!, scene: 'fan' as const },
      { ...draw!, scene: 'strip' as const },
    ];
    const formations = [0, 0, 1, 1].map((index) => at('wave-formed', { draw: index }));
    const hits = collectHits('scenes', { ...scenario, draws }, [...formations, QUIESCED]);
    expect(hits).toMatchObject({
      'scene x generation': { 'fan x gfx11': 1, 'strip x gfx11': 1 },
      mixed: { two: 1 },
    });
  });

  it('ignores scenes whose draws form no waves', () => {
    const scenario = onChip('navi31');
    const draws = (['fan', 'strip'] as const).map((scene) => ({ ...scenario.draws[0]!, scene }));
    const hits = collectHits('scenes', { ...scenario, draws }, [at('wave-formed', { draw: 1 }), QUIESCED]);
    expect(hits).toMatchObject({ scene: { strip: 1 }, mixed: { one: 1 } });
    expect(collectHits('scenes', { ...scenario, draws }, [QUIESCED])).toEqual({});
  });

  it('ignores draws that are not from a scene', () => {
    const hits = collectHits('scenes', onChip('navi31'), [at('wave-formed')]);
    expect(hits.scene ?? {}).toEqual({});
  });

  it('counts each draw once when the waves of two draws alternate', () => {
    const scenario = onChip('navi31');
    const draws = (['fan', 'strip'] as const).map((scene) => ({ ...scenario.draws[0]!, scene }));
    const formations = [0, 1, 0, 1].map((index) => at('wave-formed', { draw: index }));
    expect(collectHits('scenes', { ...scenario, draws }, formations).scene).toEqual({ fan: 1, strip: 1 });
  });
});

const FOLDER = new URL('../../../coverage/groups/', import.meta.url);

const STATEMENTS: ReadonlySet<string> = new Set(readStatements().map(({ id }) => id));

describe('the built-in covergroups', () => {
  it('are each declared in a file of the same name and listed in the index', () => {
    const declaredNames = readdirSync(FOLDER)
      .filter((file) => /= covergroup(<string>)?\(\{/.test(readFileSync(new URL(file, FOLDER), 'utf8')))
      .map((file) => file.replace('.ts', ''));
    expect(COVERGROUPS.map((group) => group.name).sort()).toEqual(declaredNames.sort());
  });

  it('describe each coverpoint and cross', () => {
    const itemsWithoutText = COVERAGE_MODEL.groups.flatMap(({ compiled }) =>
      compiled.items
        .filter((item) => item.text === '')
        .map((item) => `${compiled.definition.name}.${item.name}`),
    );
    expect(itemsWithoutText).toEqual([]);
  });

  it('give a reason for every ignored or illegal bin', () => {
    const rows = getBinRows(createEmptyCoverage()).filter((row) => row.kind !== 'count' && row.text === '');
    expect(rows).toEqual([]);
  });

  it('cite existing statements', () => {
    const citedIds = getBinRows(createEmptyCoverage()).flatMap((row) => row.statements);
    const unknownIds = citedIds.filter((id) => !STATEMENTS.has(id));
    expect(unknownIds).toEqual([]);
    expect(getBinRows(createEmptyCoverage()).filter((row) => row.statements.length === 0)).toEqual([]);
  });
});
