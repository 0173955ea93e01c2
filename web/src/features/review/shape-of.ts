import type { CSSProperties } from 'react'

/** The ratio of a picture, for the styles that make it as large as its room allows. */
export const shapeOf = ({ width, height }: { readonly width: number; readonly height: number }) =>
  ({ aspectRatio: `${width} / ${height}`, '--ratio': width / height }) as CSSProperties
