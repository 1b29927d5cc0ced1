const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** Draws the triangles in an SVG, with one SVG unit per pixel. */
export function showScene(
  svg: SVGSVGElement,
  triangles: readonly (readonly number[])[],
  width: number,
  height: number,
): void {
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.replaceChildren(
    ...triangles.map((corners) => {
      const polygon = document.createElementNS(SVG_NAMESPACE, 'polygon');
      polygon.setAttribute('points', corners.join(' '));
      return polygon;
    }),
  );
}

/** Calls `onTriangle` with a new triangle after every three clicks. */
export function listenForTriangles(
  svg: SVGSVGElement,
  onTriangle: (corners: readonly number[]) => void,
): void {
  let corners: number[] = [];
  svg.addEventListener('click', ({ clientX, clientY }) => {
    const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM()!.inverse());
    corners.push(Math.round(point.x * 4) / 4, Math.round(point.y * 4) / 4);
    if (corners.length === 6) {
      onTriangle(corners);
      corners = [];
      return;
    }
    const dot = document.createElementNS(SVG_NAMESPACE, 'circle');
    for (const [name, value] of [
      ['cx', point.x],
      ['cy', point.y],
      ['r', svg.viewBox.baseVal.width / 80],
    ] as const)
      dot.setAttribute(name, String(value));
    svg.append(dot);
  });
}

/** Formats triangles as text that `parseTriangles` can read, one triangle per line. */
export function formatTriangles(triangles: readonly (readonly number[])[]): string {
  return triangles.map(([a, b, c, d, e, f]) => `${a},${b} ${c},${d} ${e},${f}`).join('\n');
}

/** Parses one triangle per line. A line without exactly six numbers becomes NaN, which `judge` rejects. */
export function parseTriangles(text: string): number[][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const values = line
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return values.length === 6 ? values : [Number.NaN];
  });
}
