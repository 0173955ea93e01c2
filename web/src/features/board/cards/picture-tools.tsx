import {
  Brush,
  ChevronDown,
  Download,
  Ellipsis,
  ImageUpscale,
  type LucideIcon,
  Scissors,
  Shuffle,
  Star,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { type BoardCommand, type BoardSession, useBoardSession, useCard } from '../board-session.ts'
import { commandOf } from '../commands/board-command.ts'
import { CommandFace } from '../commands/command-face.tsx'
import { pictureTexts, pictureToolTexts } from '../texts.ts'
import { type ImageInHand, takeInHand, useImageInHand } from './image-in-hand.ts'
import { toggleFeedback } from './picture-actions.tsx'

/** The commands for one picture in the row of tools, and what they are called there. */
const tools: readonly (readonly [id: string, label: string, icon: LucideIcon])[] = [
  ['edit-image', pictureToolTexts.edit, Brush],
  ['upscale-image', pictureToolTexts.upscale, ImageUpscale],
  ['remove-background', pictureToolTexts.removeBackground, Scissors],
  ['more-like-this', pictureToolTexts.vary, Shuffle],
]
/** All images stand in the card's own button. */
const downloads = ['download-image', 'download-zip', 'download-history']
const others = [
  'extend-image',
  'gather',
  'describe-image',
  'use-as-reference',
  'save-reference',
  'copy-image',
  'copy-prompt',
  'copy-link',
]

/** The tools of one picture, beside its card. A press takes the picture in hand, as the tools do. */
export const PictureTools = ({ image }: { image: ImageInHand }) => (
  <PictureToolbar image={image} className="picture-tools island">
    <Tools image={image} />
  </PictureToolbar>
)

/** On a phone: the tools of the picture in hand in a row that scrolls, above the prompt bar. */
export function PictureStrip() {
  const image = useImageInHand()
  if (!image) return null
  return (
    <PictureToolbar image={image} className="picture-strip island">
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
  const isStarred = useCard(image.cardId, ({ images }) =>
    images.some(({ id, feedback }) => id === image.imageId && feedback.includes('star')),
  )
  const isOffered = (id: string) => origin === 'made' || id !== 'more-like-this'
  return (
    <>
      <button
        type="button"
        className="picture-tool feedback-button"
        aria-pressed={isStarred}
        data-tooltip={pictureTexts.feedback.star}
        onClick={() => toggleFeedback(session.board, image.imageId, 'star')}
      >
        <Star aria-hidden="true" />
        <span className="picture-tool-word">{pictureTexts.feedback.star}</span>
      </button>
      {tools
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
                onClick={() => run(command, session, image)}
              >
                <Icon aria-hidden="true" />
                <span className="picture-tool-word">{label}</span>
              </button>
            )
          )
        })}
      <ToolMenu image={image} ids={downloads}>
        <button type="button" className="picture-tool" data-tooltip={pictureToolTexts.download}>
          <Download aria-hidden="true" />
          <span className="picture-tool-word">{pictureToolTexts.download}</span>
          <ChevronDown aria-hidden="true" className="picture-tool-more" />
        </button>
      </ToolMenu>
      <ToolMenu image={image} ids={others}>
        <IconButton size="small" label={pictureToolTexts.more}>
          <Ellipsis />
        </IconButton>
      </ToolMenu>
    </>
  )
}

/** Takes an image in hand, and runs a command for it. */
function run(command: BoardCommand, session: BoardSession, image: ImageInHand): void {
  takeInHand(session, image)
  const context = { session, imageId: image.imageId, point: null }
  if (command.canRun(context)) command.run(context)
}

type ToolMenuProps = {
  image: ImageInHand
  ids: readonly string[]
  /** The button that opens it. */
  children: ReactNode
}

/** A menu of commands for one picture. */
function ToolMenu({ image, ids, children }: ToolMenuProps) {
  const session = useBoardSession()
  const context = { session, imageId: image.imageId, point: null }
  return (
    <DropdownMenu.Root modal={false} onOpenChange={(isOpen) => isOpen && takeInHand(session, image)}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="start" sideOffset={8} collisionPadding={8} className="popover menu">
          {ids.map((id) => {
            const command = commandOf(session, id)
            return (
              command && (
                <DropdownMenu.Item
                  key={id}
                  className="menu-item"
                  // After the menu is gone: until then it reverts a command's change of the focus.
                  onSelect={() => setTimeout(() => run(command, session, image))}
                >
                  <CommandFace command={command} context={context} />
                </DropdownMenu.Item>
              )
            )
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
