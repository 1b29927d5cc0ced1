import { expect, it } from 'vitest';
import { eventOf, UNIT } from '../../rtl-model/context.js';
import { subjectOfNumber } from '../../rtl-model/event-subjects.js';

it("a subject's number identifies its unit and wave, and there is no subject outside events", () => {
  expect(subjectOfNumber(-1)).toBeUndefined();
  expect(subjectOfNumber(eventOf(UNIT.WAVE, 3))).toEqual({ unit: 'WAVE', index: 3, wave: 3 });
  expect(subjectOfNumber(eventOf(UNIT.EXPORT_BUS, 2))).toEqual({ unit: 'EXPORT_BUS', index: 2 });
});

it('every unit has its own number, starting at 0', () => {
  for (const [unit, number] of Object.entries(UNIT))
    expect(subjectOfNumber(eventOf(number, 0))).toMatchObject({ unit, index: 0 });
});
