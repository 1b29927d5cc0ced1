import { expect, test } from 'vitest';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

const formWave = () => new Stream(scene()).form([{ x: 0, y: 0, primitive: 0 }]).setPacker(0);

test('fires when a wave runs a complete second section', () => {
  expect(firedRules(formWave().section(0).section(0).end(0).judge())).toContain('PROTO-07');
  expect(firedRules(formWave().section(0).access({ wave: 0 }).end(0, 'end-ordered').judge())).toContain(
    'PROTO-07',
  );
});

test('does not fire for a second exit without accesses, or for later accesses without an exit', () => {
  expect(firedRules(formWave().section(0).message(0).end(0).judge())).toEqual(['PROTO-01']);
  expect(firedRules(formWave().section(0).access({ wave: 0 }).end(0).judge())).not.toContain('PROTO-07');
});

test('ignores messages that are not exits', () => {
  const accessed = formWave().section(0).message(0).access({ wave: 0 });
  expect(firedRules(accessed.message(0, 1).end(0).judge())).not.toContain('PROTO-07');
});

test('does not fire for a single section, or for accesses to other memory after it', () => {
  expect(firedRules(formWave().section(0).end(0).judge())).toEqual([]);
  const other = formWave().section(0);
  other.issue({ wave: 0, base: 0x200000 });
  expect(firedRules(other.end(0).judge())).toEqual([]);
});
