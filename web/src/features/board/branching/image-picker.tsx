import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type UIEvent, useState } from 'react'
import { imageAddress } from '#web/data/image-address.ts'
import { useBoardView } from '../board-context.ts'
import { attachableImages } from './attachable-images.ts'
import type { AttachmentKind } from './attachments.ts'
import { branchingTexts } from './texts.ts'

const columns = 5
/** So many thumbnails are added whenever the end of the list comes near: twelve rows. */
const page = 60
const nearEnd = 200

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -columns,
  ArrowDown: columns,
}

type ImagePickerProps = {
  kind: AttachmentKind
  attached: ReadonlySet<string>
  onPick(imageId: string): void
  /** The button that opens it. */
  children: ReactNode
}

/** A list of the project's finished images, opened by the button within. */
export function ImagePicker({ kind, attached, onPick, children }: ImagePickerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={branchingTexts.pick[kind]}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={16}
          className="popover w-[360px] max-w-(--radix-popover-content-available-width)"
        >
          <p className="px-3 pt-3 pb-1 font-medium text-13">{branchingTexts.pick[kind]}</p>
          <Thumbnails
            label={branchingTexts.pick[kind]}
            attached={attached}
            onPick={(imageId) => {
              setOpen(false)
              onPick(imageId)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type ThumbnailsProps = { label: string; attached: ReadonlySet<string>; onPick(imageId: string): void }

function Thumbnails({ label, attached, onPick }: ThumbnailsProps) {
  const { board } = useBoardView()
  const [count, setCount] = useState(page)
  const images = attachableImages(board, count + attached.size).filter(({ id }) => !attached.has(id))
  if (images.length === 0) return <p className="px-3 pb-3 text-13 text-muted">{branchingTexts.noImagesToAttach}</p>

  const showMore = ({ currentTarget }: UIEvent) => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight
    if (left < nearEnd && images.length >= count) setCount(count + page)
  }

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    if (step === undefined) return
    event.preventDefault()
    buttons[buttons.indexOf(event.target as HTMLButtonElement) + step]?.focus()
  }

  return (
    // Arrows walk the thumbnails; each is a button of its own.
    <fieldset className="image-picker" aria-label={label} onScroll={showMore} onKeyDown={walk}>
      {images.map(({ id, prompt, place }) => (
        <button
          key={id}
          type="button"
          aria-label={branchingTexts.pickable(prompt, place)}
          data-tooltip={branchingTexts.pickable(prompt, place)}
          onClick={() => onPick(id)}
        >
          <img src={imageAddress(id, 256)} alt="" loading="lazy" draggable={false} />
        </button>
      ))}
    </fieldset>
  )
}
