import { FIRST_BACKGROUND_WAVE, setting } from '../../../transactions/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const request = (wave: number, index: number) =>
  at('export-requested', { wave, pc: 0, type: 'colour', index });
const grant = (wave: number, index: number) => at('export-granted', { wave, pc: 0, type: 'colour', index });

describe('export-arbitration covergroup', () => {
  it('counts the exports still waiting at each grant, and records whether any wait for the same buffer', () => {
    const requests = [request(0, 0), request(1, 0), request(2, 1)];
    const grants = [grant(0, 0), grant(1, 0), grant(2, 1)];
    const hits = collectHits('export-arbitration', onChip('navi21'), [...requests, ...grants]);
    expect(hits).toMatchObject({
      waiting: { '0': 1, '1': 1, '2-3': 1 },
      conflict: { 'no one waits': 1, 'other buffers only': 1, 'same buffer': 1 },
      type: { colour: 3 },
      'type x conflict': {
        'colour x no one waits': 1,
        'colour x other buffers only': 1,
        'colour x same buffer': 1,
      },
      'generation x conflict': {
        'gfx10.3 x no one waits': 1,
        'gfx10.3 x other buffers only': 1,
        'gfx10.3 x same buffer': 1,
      },
    });
  });

  it("ranks waiting export types by the scenario's priorities", () => {
    const positionExport = { type: 'position', wave: FIRST_BACKGROUND_WAVE, pc: 0, index: 1 } as const;
    const background = { works: [], outputs: [] };
    const stream = [
      request(0, 0),
      at('export-requested', positionExport),
      grant(0, 0),
      at('export-granted', positionExport),
    ];
    const collectHitsWith = (order: string) => {
      const exportPriority = setting('exportPriority', order);
      return collectHits(
        'export-arbitration',
        { ...onChip('navi21', 64, { exportPriority }), background },
        stream,
      );
    };
    expect(collectHitsWith('position-colour-parameter-gds')).toMatchObject({
      'type x waits': { 'colour x position': 1 },
      order: { 'ranks before it': 1 },
      buffer: { 'of the second assembler': 1 },
    });
    expect(collectHitsWith('colour-position-parameter-gds').order).toEqual({ 'ranks after it': 1 });
  });

  it('distinguishes GDS from a colour buffer with the same index', () => {
    const gdsExport = { wave: 0, pc: 0, type: 'gds', index: 0 } as const;
    const stream = [
      at('export-requested', gdsExport),
      request(1, 0),
      at('export-granted', gdsExport),
      grant(1, 0),
    ];
    const hits = collectHits('export-arbitration', onChip('navi21'), stream);
    expect(hits['type x conflict']).toEqual({ 'gds x other buffers only': 1, 'colour x no one waits': 1 });
  });
});
