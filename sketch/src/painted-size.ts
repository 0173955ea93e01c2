type Size = { readonly width: number; readonly height: number }

/** The size to paint a picture of this size at: its own, or the largest of the same shape with no side longer than `longestSide`. */
export function paintedSize({ width, height }: Size, longestSide: number | undefined): Size {
  const scale = Math.min(1, (longestSide ?? Number.POSITIVE_INFINITY) / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}
