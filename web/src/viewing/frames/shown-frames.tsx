import { memo, useEffect, useState, useSyncExternalStore } from 'react'
import type { Frame, Note } from '#domain/board/board-item.ts'
import type { Rect } from '#domain/geometry/rect.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { useZoomAtRest } from '#web/canvas/camera-controller.ts'
import { createMountedItems, type ItemSource } from './mounted-items.ts'
import { BlankText, NoteGlance, NoteText } from './note-text.tsx'
import './frames.css'

/**
 * The place of a frame or note in an `.item-place`, by margins: the browser composites each element that is positioned, or
 * transformed, as a layer of its own, and hundreds of layers take 30 ms a frame.
 */
export const placedAt = ({ x, y }: { readonly x: number; readonly y: number }) => ({ marginLeft: x, marginTop: y })

/** The width of a letter of a frame's title, in screen pixels, rounded up. */
const letterWidth = 9

/** Whether a line may be wider than its frame: cutting off hundreds of titles takes the browser milliseconds a frame. */
export const useIsLong = (controller: CameraController, line: string, { width }: Pick<Rect, 'width'>): boolean =>
  useZoomAtRest(controller, (zoom) => line.length * letterWidth > width * zoom)

type ShownProps = { controller: CameraController; source: ItemSource }

function useMounted({ controller, source }: ShownProps) {
  const [mounted] = useState(() => createMountedItems(controller, source))
  useEffect(() => mounted.start(), [mounted])
  return useSyncExternalStore(mounted.subscribe, mounted.get)
}

/** The frames of a board that is only looked at. */
export function ShownFrames(props: ShownProps) {
  return useMounted(props).frames.map((frame) => <FrameBox key={frame.id} frame={frame} />)
}

/** The titles of frames and the notes of a board that is only looked at. */
export function ShownNotes(props: ShownProps) {
  const { frames, notes, blank } = useMounted(props)
  return (
    <>
      {frames.map((frame) => (
        <ShownTitle key={frame.id} controller={props.controller} frame={frame} />
      ))}
      <div className="notes">
        {notes.map((note) => (
          <ShownNote key={note.id} note={note} isBlank={blank.has(note.id)} />
        ))}
      </div>
    </>
  )
}

const FrameBox = memo(function FrameBox({ frame }: { frame: Frame }) {
  const { width, height } = frame
  return (
    <div className="item-place">
      <div className="frame-box" style={{ ...placedAt(frame), width, height }} />
    </div>
  )
})

type ShownTitleProps = { controller: CameraController; frame: Frame }

const ShownTitle = memo(function ShownTitle({ controller, frame }: ShownTitleProps) {
  const isLong = useIsLong(controller, frame.title, frame)
  return (
    <div className="item-place">
      <div className="frame-head" style={{ ...placedAt(frame), width: frame.width }}>
        <h2 className="frame-title" dir="auto" data-long={isLong || undefined}>
          {frame.title}
        </h2>
      </div>
    </div>
  )
})

const ShownNote = memo(function ShownNote({ note, isBlank }: { note: Note; isBlank: boolean }) {
  return (
    <div className="item-place">
      <div className="note" data-fixed style={placedAt(note)}>
        <NoteGlance text={note.text} />
        {isBlank ? <BlankText text={note.text} /> : <NoteText text={note.text} />}
      </div>
    </div>
  )
})
