import { MODEL_FAULT_IDS } from '../../rtl-model/index.js';
import { REGISTER_FAULT_IDS } from '../../stimulus/driver/faults.js';
import { LITMUS_SEQUENCES, SEQUENCES } from '../../stimulus/index.js';
import { PROGRAM_FAULT_IDS } from '../../stimulus/programs/faults.js';
import { FAULTS } from '../../transactions/index.js';

/** Program faults that also need a hardware fault, and are therefore implemented in the model too. */
const ALSO_IN_MODEL: readonly string[] = ['F49'];

it('every fault in the table is implemented exactly once, in the layer that its row names', () => {
  const implemented = [
    ...MODEL_FAULT_IDS.filter((id) => !ALSO_IN_MODEL.includes(id)).map((id) => [id, 'model']),
    ...PROGRAM_FAULT_IDS.map((id) => [id, 'program']),
    ...REGISTER_FAULT_IDS.map((id) => [id, 'registers']),
  ];
  const rows = FAULTS.map(({ id, where }) => [
    id,
    where === 'program' || where === 'registers' ? where : 'model',
  ]);
  expect([...implemented].sort()).toEqual([...rows].sort());
});

it('fault ids are unique', () => {
  const ids = FAULTS.map(({ id }) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

it('every fault can take effect in at least one sequence', () => {
  for (const { id } of FAULTS) {
    expect(
      [...SEQUENCES, ...LITMUS_SEQUENCES].some((sequence) => sequence.faults.includes(id)),
      id,
    ).toBe(true);
  }
});
