import type { CSSProperties } from 'react'
import type { Rect } from '#domain/geometry/rect.ts'
import type { CardForm } from '#domain/layout/picture-box.ts'
import './card-form.css'

/** The measures of a card's form for the style sheet. */
export const formStyle = ({ rowHeight, captionHeight, captionLines, columnWidth }: CardForm) =>
  ({
    '--row': `${rowHeight}px`,
    '--caption': `${captionHeight}px`,
    '--caption-lines': captionLines,
    '--column': `${columnWidth}px`,
  }) as CSSProperties

/** The size of a picture in its column, and its place on the card when zoomed out, for the style sheet. */
export const tileStyle = (size: Pick<Rect, 'width' | 'height'>, far: Rect | undefined) =>
  ({
    '--picture-width': `${size.width}px`,
    '--picture-height': `${size.height}px`,
    ...(far && {
      '--far-x': `${far.x}px`,
      '--far-y': `${far.y}px`,
      '--far-width': `${far.width}px`,
      '--far-height': `${far.height}px`,
    }),
  }) as CSSProperties
