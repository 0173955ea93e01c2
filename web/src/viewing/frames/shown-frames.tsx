import { memo, useEffect, useState, useSyncExternalStore } from 'react'
import type { Frame, Note } from '#domain/board/board-item.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { createMountedItems, type ItemSource } from './mounted-items.ts'
import { NoteText } from './note-text.tsx'
import './frames.css'

/** The place of a frame or note on the canvas. */
export const placedAt = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  transform: `translate(${x}px, ${y}px)`,
})

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
  const { frames, notes } = useMounted(props)
  return (
    <>
      {frames.map((frame) => (
        <ShownTitle key={frame.id} frame={frame} />
      ))}
      {notes.map((note) => (
        <ShownNote key={note.id} note={note} />
      ))}
    </>
  )
}

const FrameBox = memo(function FrameBox({ frame }: { frame: Frame }) {
  const { width, height } = frame
  return <div className="frame-box" style={{ ...placedAt(frame), width, height }} />
})

const ShownTitle = memo(function ShownTitle({ frame }: { frame: Frame }) {
  return (
    <div className="frame-head" style={{ ...placedAt(frame), width: frame.width }}>
      <h2 className="frame-title">{frame.title}</h2>
    </div>
  )
})

const ShownNote = memo(function ShownNote({ note }: { note: Note }) {
  return (
    <div className="note" data-fixed style={placedAt(note)}>
      <NoteText text={note.text} />
    </div>
  )
})
