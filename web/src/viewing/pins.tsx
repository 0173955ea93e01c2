import { commentTexts } from './texts.ts'
import '#web/viewing/viewing.css'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'

type PinsProps = {
  remarks: readonly PinnedComment[]
  /** A pin was pressed. */
  onPress(id: string): void
}

/** A numbered pin for each comment, over the image. */
export const Pins = ({ remarks, onPress }: PinsProps) =>
  remarks.map(({ id, x, y, text, author, isResolved }, place) => (
    <button
      key={id}
      type="button"
      className="pin"
      data-resolved={isResolved || undefined}
      aria-label={commentTexts.pin(place + 1, author, text)}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      onClick={(event) => {
        event.stopPropagation()
        onPress(id)
      }}
    >
      {place + 1}
    </button>
  ))

type PicturePinsProps = {
  remarks: readonly PinnedComment[]
  /** The picture's own size, and its view. */
  picture: { readonly width: number; readonly height: number }
  placed: { readonly scale: number; readonly x: number; readonly y: number }
  onPress(id: string): void
}

/**
 * The pins of a picture that can be moved and scaled. They are beside its viewport, not in it, so that a press on one
 * does not start a drag.
 */
export const PicturePins = ({ remarks, picture, placed: { scale, x, y }, onPress }: PicturePinsProps) => (
  <div className="picture-pins">
    <div
      style={{
        width: picture.width * scale,
        height: picture.height * scale,
        transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))`,
      }}
    >
      <Pins remarks={remarks} onPress={onPress} />
    </div>
  </div>
)

/** Hides the pins of the picture, and shows them again; renders nothing without pins. */
export const PinsSwitch = ({ pins: { count, areShown, toggle } }: { pins: PinsState }) =>
  count > 0 && (
    <IconButton
      label={areShown ? commentTexts.hidePins : commentTexts.showPins}
      aria-pressed={areShown}
      onClick={toggle}
    >
      <MessageCircle className={areShown ? 'fill-current' : undefined} />
    </IconButton>
  )

/** The pins on a picture: shown or not, and the one that was pressed last. */
export type PinsState = ReturnType<typeof usePins>

/** The state of the pins of the current picture; they are shown at first. */
export function usePins(remarks: readonly PinnedComment[], onPress: () => void) {
  const [areShown, setShown] = useState(true)
  const [pressed, setPressed] = useState<{ readonly id: string } | null>(null)
  return {
    count: remarks.length,
    shown: areShown ? remarks : [],
    areShown,
    /** In a new object for each press. */
    pressed,
    toggle: () => setShown(!areShown),
    press(id: string) {
      onPress()
      setPressed({ id })
    },
  }
}

/** A comment on a spot of an image. */
export type PinnedComment = {
  readonly id: string
  /** Fractions of the picture's width and height. */
  readonly x: number
  readonly y: number
  readonly text: string
  readonly author: string
  /** Resolved by the owner. */
  readonly isResolved: boolean
  /** ISO 8601 */
  readonly createdAt: string
}
