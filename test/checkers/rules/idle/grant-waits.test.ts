import { EMPTY_EXPORT } from '../../support/empty-export.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** One cycle of slack for each interface between units. */
const SLACK = 8;

const WAVES = 16;

/** When a wave's export is requested and granted, in cycles. By default, exports go to packer 0's colour buffer. */
interface TimedExport {
  readonly requested: number;
  readonly granted: number;
  readonly packer?: number;
}

/** Returns whether IDLE-02 fires for the given exports, one per wave. */
function fires(buses: number, ...exports: readonly TimedExport[]): boolean {
  const stream = new Stream(scene({ primitives: WAVES, freedoms: { exportBuses: buses, packers: 2 } }));
  for (const [wave, { packer = 0 }] of exports.entries())
    stream.form([{ x: 0, y: 0, primitive: wave }], { packer });
  const events = exports.flatMap(({ requested, granted, packer = 0 }, wave) => {
    const commonFields = { wave, pc: stream.at.exit, type: 'colour' as const, index: packer };
    return [
      { kind: 'export-requested' as const, cycle: requested, ...commonFields },
      { kind: 'export-granted' as const, cycle: granted, ...commonFields, ...EMPTY_EXPORT },
    ];
  });
  for (const event of events.toSorted((a, b) => a.cycle - b.cycle)) stream.add(event);
  return listFiredRules(stream.judge()).includes('IDLE-02');
}

test('fires when an export waits for a free bus for longer than its path latency', () => {
  expect(fires(2, { requested: 100, granted: 100 + SLACK })).toBe(false);
  expect(fires(2, { requested: 100, granted: 101 + SLACK })).toBe(true);
});

test('allows an export to wait exactly as long as others keep its buffer busy', () => {
  const others = Array.from({ length: 12 }, (_, index) => ({ requested: 100, granted: 101 + index }));
  expect(fires(2, ...others, { requested: 100, granted: 112 + SLACK })).toBe(false);
  expect(fires(2, ...others, { requested: 100, granted: 113 + SLACK })).toBe(true);
});

test('allows an export to wait while all buses are taken, but not while one is free', () => {
  const others = Array.from({ length: 12 }, (_, index) => ({
    requested: 100,
    granted: 101 + index,
    packer: 1,
  }));
  expect(fires(1, ...others, { requested: 100, granted: 113 })).toBe(false);
  expect(fires(2, ...others, { requested: 100, granted: 113 })).toBe(true);
});
