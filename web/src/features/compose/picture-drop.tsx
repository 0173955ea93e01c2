import { type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import type { Attachment } from '#domain/prompt/attachment.ts'
import type { ChoosingPurpose } from '#web/data/chosen-assets.ts'
import { pastedPictures, pictureFiles } from '#web/ui/files.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { promptTexts, referenceTexts } from './texts.ts'
import './prompt.css'

type PictureDropProps = {
  onAttach(attachment: Attachment): void
  onSelectAsset(purpose: ChoosingPurpose): void
  children: ReactNode
}

/** Uploads pictures that are dropped on its content, or pasted into it, as image prompts. */
export function PictureDrop({ onAttach, onSelectAsset, children }: PictureDropProps) {
  const { Part, open, close } = useLazyPart(referenceDialog)
  const [offered, setOffered] = useState<readonly File[]>([])
  const [isOver, setOver] = useState(false)

  const offer = (files: readonly File[]) => {
    setOffered(files)
    open()
  }
  const paste = (event: ClipboardEvent) => {
    const files = pastedPictures(event.clipboardData, referenceTexts.pasted)
    if (files.length === 0) return
    event.preventDefault()
    offer(files)
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    const files = pictureFiles(event.dataTransfer, referenceTexts.pasted)
    if (files.length === 0) return
    event.preventDefault()
    offer(files)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the chip Image prompt does the same by mouse and by keyboard */}
      <div
        className="picture-drop"
        data-over={isOver ? promptTexts.dropHere : undefined}
        onPaste={paste}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
      </div>
      {Part && (
        <Part kind="prompt" offered={offered} onAttach={onAttach} onSelectAsset={onSelectAsset} onClose={close} />
      )}
    </>
  )
}

/** The dialog in which pictures are uploaded and picked, loaded when it is needed. */
export const referenceDialog = lazyPart(async () => (await import('./reference-dialog.tsx')).ReferenceDialog)
