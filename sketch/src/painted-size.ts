type Size = { readonly width: number; readonly height: number }

/** The painted size of a picture: its own, or the largest of the same ratio with no side longer than `longestSide`. */
export function paintedSize({ width, height }: Size, longestSide: number | undefined): Size {
  const scale = Math.min(1, (longestSide ?? Number.POSITIVE_INFINITY) / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}
