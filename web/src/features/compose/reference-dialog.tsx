import { Images, ImageUp, Upload as UploadIcon } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Attachment, AttachmentKind } from '#domain/prompt/attachment.ts'
import type { ChoosingPurpose } from '#web/data/chosen-assets.ts'
import { uploadAddress } from '#web/data/pictures/image-address.ts'
import { pictureTypes } from '#web/data/pictures/send-pictures.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { pictureFiles } from '#web/ui/files.ts'
import { Modal } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
import { referenceTexts } from './texts.ts'
import { RecentImages, UploadList, useUploads } from './uploads.tsx'

type ReferenceDialogProps = {
  kind: Exclude<AttachmentKind, 'style'>
  /** Files that were dropped or pasted elsewhere: they are uploaded at once. */
  offered: readonly File[]
  onAttach(attachment: Attachment): void
  onSelectAsset(purpose: ChoosingPurpose): void
  onClose(): void
}

/** Attaches pictures: uploads or own images. Closes when the last upload has arrived. */
export function ReferenceDialog({ kind, offered, onAttach, onSelectAsset, onClose }: ReferenceDialogProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { title, text } = referenceTexts.kinds[kind]

  const attach = (attachment: Omit<Attachment, 'kind'>) => {
    onAttach({ kind, ...attachment })
    announce(referenceTexts.attached(attachment.name))
  }
  const { uploads, add, retry, remove } = useUploads({
    onArrived: ({ id }, { name }) => attach({ id, name, thumbnailUrl: uploadAddress(id, 256) }),
    onAllArrived: onClose,
  })
  usePaste(add)

  // Once, with the files that the dialog was opened for.
  const first = useRef({ offered, add })
  useEffect(() => {
    const { offered: files, add: upload } = first.current
    first.current = { offered: [], add: upload }
    if (files.length > 0) upload(files)
  }, [])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = pictureFiles(event.dataTransfer, referenceTexts.pasted)
    if (files.length > 0) add(files)
    else showToast({ kind: 'error', title: title, description: referenceTexts.noPicture })
  }

  return (
    <Modal
      title={title}
      returnTo={`[data-attach="${kind}"], .bar-settings`}
      onClose={onClose}
      className="[--modal-width:560px]"
    >
      <div className="min-h-0 overflow-y-auto p-6 pt-1 max-sm:px-4 max-sm:pb-4">
        <p className="text-muted">{text}</p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has the button Upload beside it */}
        <div
          className="mt-4 grid justify-items-center gap-1 rounded-12 border border-line border-dashed px-4 py-8 text-center data-over:border-ink data-over:bg-raised"
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <ImageUp aria-hidden="true" className="mb-2 size-6! text-muted" />
          <p className="font-medium pointer-coarse:hidden">{referenceTexts.drop}</p>
          <p className="text-13 text-muted">{referenceTexts.limits}</p>
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Button kind="solid" className="max-sm:h-11!" data-first-focus onClick={() => input.current?.click()}>
              <UploadIcon aria-hidden="true" />
              {referenceTexts.upload}
            </Button>
            <Button
              kind="line"
              className="max-sm:h-11!"
              onClick={() => onSelectAsset(kind === 'prompt' ? 'image' : 'style-look')}
            >
              <Images aria-hidden="true" />
              {referenceTexts.selectAsset}
            </Button>
          </div>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept={pictureTypes}
            aria-label={referenceTexts.upload}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              // The same file can be chosen again.
              event.target.value = ''
            }}
          />
        </div>
        <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
        <RecentImages
          onPick={(attachment) => {
            attach(attachment)
            onClose()
          }}
        />
      </div>
    </Modal>
  )
}

/** Handles pasted pictures, wherever the focus is. */
function usePaste(add: (files: readonly File[]) => void): void {
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = pictureFiles(event.clipboardData, referenceTexts.pasted)
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
