/** Vertex coordinates of one primitive. */
const COORDINATES = 6;

/** Plane weights of one triangle: with I and J at a point, an attribute is P0 + I*(P1-P0) + J*(P2-P0). */
export class Barycentrics {
  private x0 = 0;
  private y0 = 0;
  private dx1 = 0;
  private dy1 = 0;
  private dx2 = 0;
  private dy2 = 0;
  private area = 0;

  /** Takes primitive `index` of a draw's vertices. */
  aim(vertices: readonly number[], index: number): void {
    const at = index * COORDINATES;
    this.x0 = vertices[at];
    this.y0 = vertices[at + 1];
    this.dx1 = vertices[at + 2] - this.x0;
    this.dy1 = vertices[at + 3] - this.y0;
    this.dx2 = vertices[at + 4] - this.x0;
    this.dy2 = vertices[at + 5] - this.y0;
    this.area = this.dx1 * this.dy2 - this.dx2 * this.dy1;
  }

  /** The vertices run clockwise on the screen: a back face. */
  get clockwise(): boolean {
    return this.area > 0;
  }

  /** Weight of vertex 1 at a point of the screen in 1/256 pixel; exact up to one rounding, to float32. */
  i(x: number, y: number): number {
    return Math.fround(((x - this.x0) * this.dy2 - this.dx2 * (y - this.y0)) / this.area);
  }

  /** Weight of vertex 2 at a point. */
  j(x: number, y: number): number {
    return Math.fround((this.dx1 * (y - this.y0) - (x - this.x0) * this.dy1) / this.area);
  }
}
