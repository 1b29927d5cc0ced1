import { defineRule, type Finding, formatCount } from '../../kit.js';

/**
 * Primitives are numbered across all draws. Units downstream of the scan converter can only preserve the order of
 * their input. The next draw may start while packers are still forming the previous draw's last waves; the previous
 * draw ends only after those waves.
 */
export const LAUNCH_12 = defineRule({
  id: 'LAUNCH-12',
  text: 'Every draw and every primitive is scan-converted exactly once, in API order.',
  statements: ['S-002', 'P-009'],
  needs: ['draw-begin', 'primitive', 'draw-end'],
  unarmedReason: 'no draw began, and no primitive was scanned (`draw-begin`, `primitive`)',
  create(ledgers, judge) {
    let nextPrimitive = 0;
    let nextDraw = 0;
    /**
     * The draws that have started but not ended, oldest first, each with one past the last primitive scanned before the next
     * draw started, once it has. Some streams report only the ends of draws.
     */
    const openDraws: { readonly draw: number; endPrimitive?: number }[] = [];
    let reportsDraws = false;
    let reportsPrimitives = false;
    const checkOrder = (isInOrder: boolean, finding: () => Finding): void => {
      judge.armed++;
      if (!isInOrder) judge.violate(finding);
    };
    return {
      'draw-begin': ({ cycle, draw }) => {
        const expected = nextDraw;
        const lastOpen = openDraws.at(-1);
        if (lastOpen !== undefined) lastOpen.endPrimitive = nextPrimitive;
        nextDraw = draw + 1;
        openDraws.push({ draw });
        reportsDraws = true;
        checkOrder(draw === expected, () =>
          describe(cycle, draw, `Draw ${expected} begins next.`, `Draw ${draw} begins.`),
        );
      },
      primitive: ({ cycle, draw, primitive }) => {
        const expected = nextPrimitive;
        nextPrimitive = primitive + 1;
        reportsPrimitives = true;
        const currentDraw = openDraws.at(-1)?.draw;
        const isInOpenDraw = !reportsDraws || draw === currentDraw;
        checkOrder(primitive === expected && isInOpenDraw, () =>
          describe(
            cycle,
            draw,
            isInOpenDraw ? `Primitive ${expected} is scanned next.` : describeCurrent(currentDraw),
            `Primitive ${primitive} of draw ${draw} is scanned.`,
          ),
        );
      },
      'draw-end': ({ cycle, draw }) => {
        const expected = openDraws[0]?.draw;
        const ended = openDraws.find((candidate) => candidate.draw === draw);
        if (ended !== undefined) openDraws.splice(openDraws.indexOf(ended), 1);
        if (reportsDraws && draw !== expected) {
          checkOrder(false, () => describe(cycle, draw, describeCurrent(expected), `Draw ${draw} ends.`));
          return;
        }
        const facts = ledgers.draws[draw];
        if (facts === undefined || !(reportsDraws || reportsPrimitives)) return;
        const end = facts.firstPrimitive + facts.primitiveCount;
        const remaining = end - (ended?.endPrimitive ?? nextPrimitive);
        if (ended?.endPrimitive === undefined) nextPrimitive = end;
        checkOrder(remaining === 0, () =>
          describe(
            cycle,
            draw,
            `Draw ${draw} ends after its last primitive, ${end - 1}.`,
            `Draw ${draw} ends ${formatCount(Math.abs(remaining), 'primitive', 'primitives')} ${remaining > 0 ? 'before' : 'after'} that.`,
          ),
        );
      },
    };
  },
});

function describeCurrent(draw: number | undefined): string {
  return draw === undefined ? 'No draw is being scanned.' : `Draw ${draw} is being scanned.`;
}

function describe(cycle: number, draw: number, allowed: string, observed: string): Finding {
  return {
    cycle,
    unit: 'sc',
    place: { draw },
    allowed,
    observed,
    steps: [],
    hint: 'Check the order in which the scan converter and the binner take draws and primitives.',
  };
}
