import { Pins } from './pins.tsx'
import type { Remark } from './remark.ts'

type PicturePinsProps = {
  remarks: readonly Remark[]
  /** The picture's own size, and how it is shown in its room. */
  picture: { readonly width: number; readonly height: number }
  placed: { readonly scale: number; readonly x: number; readonly y: number }
  onPress(id: string): void
}

/**
 * The pins of a picture that can be moved and scaled. They lie beside its room, not in it, so that a press on one is not the
 * begin of a drag.
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
