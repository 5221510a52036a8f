// The points of the scan as a layer: a picture, and a world file that says where it lies in the plan.
export interface DensityLayer {
  /** As dense as opaque. */
  picture: CanvasImageSource & { width: number; height: number };
  /** Side of a pixel, m. */
  cell: number;
  /** Upper left corner, m in the plan's frame. */
  left: number;
  top: number;
}

/** The six numbers of a world file: where the corner of the upper left pixel lies. Throws on anything else. */
export function readWorldFile(text: string): { cell: number; left: number; top: number } {
  const numbers = text.trim().split(/\s+/).map(Number);
  const [cell, , , down, x, y] = numbers as [number, number, number, number, number, number];
  if (numbers.length !== 6 || numbers.some(Number.isNaN) || !(cell > 0) || down !== -cell)
    throw new Error("no world file of square pixels");
  return { cell, left: x - cell / 2, top: y + cell / 2 };
}
