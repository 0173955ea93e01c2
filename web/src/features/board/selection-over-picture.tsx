import { useId } from 'react'
import type { Rect } from '#domain/geometry/rect.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'

type SelectionOverPictureProps = {
  imageId: string
  /** The canonical mask: white is what changes. */
  maskId: string
  /** Where it lies in the drawing around it, in whose units the outline is measured. */
  place: Rect
  /** For screen readers; absent where the drawing around it is hidden from them. */
  label?: string | undefined
}

/** The lilac film of the editor. */
const film = { color: '#b9a7ff', opacity: 0.4 }

/**
 * A picture with the outline of what was selected in it: white inside of the edge and black outside, so that it is legible on any
 * picture. An SVG, to be used alone or in another one.
 */
export function SelectionOverPicture({ imageId, maskId, place, label }: SelectionOverPictureProps) {
  const id = useId()
  const { width, height } = place
  const whole = { width, height, preserveAspectRatio: 'none' }
  return (
    <svg
      className="selection-over-picture"
      {...place}
      viewBox={`0 0 ${width} ${height}`}
      role={label === undefined ? 'presentation' : 'img'}
      aria-label={label}
    >
      <defs>
        <clipPath id={`${id}-corners`}>
          <rect width={width} height={height} rx="6" />
        </clipPath>
        <filter id={`${id}-outline`} x="0" y="0" width="1" height="1" colorInterpolationFilters="sRGB">
          <feColorMatrix type="luminanceToAlpha" />
          <feComponentTransfer result="selected">
            <feFuncA type="discrete" tableValues="0 1" />
          </feComponentTransfer>
          <feMorphology in="selected" operator="erode" radius="1.5" result="inner" />
          <feMorphology in="selected" operator="dilate" radius="1.5" result="outer" />
          <feFlood floodColor={film.color} floodOpacity={film.opacity} />
          <feComposite in2="selected" operator="in" result="film" />
          <feFlood floodColor="#fff" />
          <feComposite in2="selected" operator="in" />
          <feComposite in2="inner" operator="out" result="light" />
          <feFlood floodColor="#000" />
          <feComposite in2="outer" operator="in" />
          <feComposite in2="selected" operator="out" result="dark" />
          <feMerge>
            <feMergeNode in="film" />
            <feMergeNode in="dark" />
            <feMergeNode in="light" />
          </feMerge>
        </filter>
      </defs>
      <g clipPath={`url(#${id}-corners)`}>
        <image href={imageAddress(imageId, 256)} {...whole} />
        <image href={uploadAddress(maskId, 256)} {...whole} filter={`url(#${id}-outline)`} />
      </g>
    </svg>
  )
}
