import { makeEvent, UNIT } from '../../rtl-model/context.js';
import { subjectFromNumber } from '../../rtl-model/event-order.js';

it("a subject's number identifies its unit and wave, and there is no subject outside events", () => {
  expect(subjectFromNumber(-1)).toBeUndefined();
  expect(subjectFromNumber(makeEvent(UNIT.WAVE, 3))).toEqual({ unit: 'WAVE', index: 3, wave: 3 });
  expect(subjectFromNumber(makeEvent(UNIT.EXPORT_BUS, 2))).toEqual({ unit: 'EXPORT_BUS', index: 2 });
});

it('every unit has its own number, starting at 0', () => {
  for (const [unit, number] of Object.entries(UNIT))
    expect(subjectFromNumber(makeEvent(number, 0))).toMatchObject({ unit, index: 0 });
});
