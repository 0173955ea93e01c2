import type { AspectRatio } from '#domain/models/aspect-ratio.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'

/** The ratio drawn in true proportion, its longer side as long as `size`. */
export function RatioGlyph({ ratio, size }: { ratio: AspectRatio; size: number }) {
  const { width, height } = pixelSize(ratio, '1K')
  const scale = size / Math.max(width, height)
  return (
    <span className="grid place-items-center" style={{ width: size, height: size }} aria-hidden="true">
      <span
        className="block rounded-[2px] border-[1.5px] border-current"
        style={{ width: Math.round(width * scale), height: Math.round(height * scale) }}
      />
    </span>
  )
}
