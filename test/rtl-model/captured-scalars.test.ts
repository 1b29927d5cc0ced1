import fc from 'fast-check';
import { makeWaveState, SCALAR } from '../../arch/index.js';
import { CapturedScalars } from '../../rtl-model/captured-scalars.js';

it("runs an operation with M0 and EXEC as captured at issue, then restores the wave's current values", () => {
  const values = fc.tuple(fc.integer(), fc.integer(), fc.integer());
  fc.assert(
    fc.property(values, values, fc.integer(), (issued, later, other) => {
      const state = makeWaveState(64, 1, 256);
      const captured = new CapturedScalars();
      const registers = [SCALAR.M0, SCALAR.EXEC_LO, SCALAR.EXEC_HI];
      const set = (contents: readonly number[]): void => {
        for (const [index, register] of registers.entries()) state.s[register] = contents[index]!;
      };
      const read = (): number[] => registers.map((register) => state.s[register]!);
      set(issued);
      captured.capture(state);
      set(later);
      state.s[3] = other;
      let seen: number[] = [];
      captured.runWithCapturedScalars(state, () => {
        seen = read();
        state.s[3]!++;
      });
      expect([seen, read(), state.s[3]]).toEqual([issued, later, (other + 1) | 0]);
    }),
  );
});
