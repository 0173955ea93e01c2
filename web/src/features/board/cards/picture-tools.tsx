import {
  Brush,
  Columns2,
  Copy,
  Download,
  Ellipsis,
  Frame,
  ImagePlus,
  ImageUpscale,
  type LucideIcon,
  Scissors,
  Shuffle,
  Star,
} from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { useBoardSession, useCard } from '../board-session.ts'
import { type BoardCommand, commandOf } from '../commands/board-command.ts'
import { pictureTexts, pictureToolTexts } from '../texts.ts'
import { type ImageInHand, takeInHand, useImageInHand } from './image-in-hand.ts'
import { toggleFeedback } from './picture-actions.tsx'

/** The commands for one picture, and what they are called in the row of tools. */
const tools: readonly (readonly [id: string, label: string, icon: LucideIcon])[] = [
  ['edit-image', pictureToolTexts.edit, Brush],
  ['upscale-image', pictureToolTexts.upscale, ImageUpscale],
  ['remove-background', pictureToolTexts.removeBackground, Scissors],
  ['extend-image', pictureToolTexts.extend, Frame],
  ['more-like-this', pictureToolTexts.vary, Shuffle],
  ['download-image', pictureToolTexts.download, Download],
  ['gather', pictureToolTexts.compare, Columns2],
  ['use-as-reference', pictureToolTexts.reference, ImagePlus],
  ['copy-image', pictureToolTexts.copy, Copy],
]

/** The tools of one picture, above its card. A press takes the picture in hand, as the tools do. */
export function PictureTools({ image }: { image: ImageInHand }) {
  return (
    <PictureToolbar image={image} className="picture-tools island">
      <Tools image={image} />
      <IconButton size="small" label={pictureToolTexts.more} onClick={(event) => openMenu(event, image)}>
        <Ellipsis />
      </IconButton>
    </PictureToolbar>
  )
}

/** On a phone: the tools of the picture in hand in a row that scrolls, above the prompt bar. */
export function PictureStrip() {
  const session = useBoardSession()
  const image = useImageInHand()
  const isStarred = useCard(image?.cardId ?? '', ({ images }) =>
    images.some(({ id, feedback }) => id === image?.imageId && feedback.includes('star')),
  )
  if (!image) return null
  return (
    <PictureToolbar image={image} className="picture-strip island">
      <button
        type="button"
        className="picture-tool feedback-button"
        aria-pressed={isStarred}
        onClick={() => toggleFeedback(session.board, image.imageId, 'star')}
      >
        <Star aria-hidden="true" />
        {pictureTexts.feedback.star}
      </button>
      <Tools image={image} />
    </PictureToolbar>
  )
}

type ToolbarProps = { image: ImageInHand; className: string; children: ReactNode }

function PictureToolbar({ image: { cardId, imageId }, className, children }: ToolbarProps) {
  const place = useCard(cardId, ({ images }) => images.findIndex(({ id }) => id === imageId) + 1) ?? 0
  const count = useCard(cardId, ({ images }) => images.length) ?? 0
  return (
    <div className={className} role="toolbar" aria-label={pictureToolTexts.label(place, count)}>
      {children}
    </div>
  )
}

function Tools({ image }: { image: ImageInHand }) {
  const session = useBoardSession()
  const origin = useCard(image.cardId, (generation) => generation.origin)
  const isOffered = (id: string) => origin === 'made' || id !== 'more-like-this'
  const run = (command: BoardCommand) => {
    takeInHand(session, image)
    const context = { session, imageId: image.imageId, point: null }
    if (command.canRun(context)) command.run(context)
  }
  return tools
    .filter(([id]) => isOffered(id))
    .map(([id, label, Icon]) => {
      const command = commandOf(session, id)
      return (
        command && (
          <button
            key={id}
            type="button"
            className="picture-tool"
            data-tooltip={label}
            data-tooltip-keys={command.keys[0]}
            onClick={() => run(command)}
          >
            <Icon aria-hidden="true" />
            <span className="picture-tool-word">{label}</span>
          </button>
        )
      )
    })
}

/** Opens the picture's context menu below the button. */
function openMenu({ currentTarget }: MouseEvent<HTMLElement>, { imageId }: ImageInHand): void {
  const { left, bottom } = currentTarget.getBoundingClientRect()
  document
    .querySelector(`[data-image="${imageId}"]`)
    ?.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, clientX: left, clientY: bottom + 4 }))
}
