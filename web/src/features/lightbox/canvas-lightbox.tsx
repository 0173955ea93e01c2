import { Columns2, Copy, Download, Ellipsis, GitBranch, History, Link, Route, TextQuote } from 'lucide-react'
import { useEffect } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { formatSeed, formatTime } from '#domain/format.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { finishedImages } from '#domain/generation/status.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { useStore } from '#web/data/store.ts'
import { type BoardSession, useBoardSession, useCard, useOverlay } from '#web/features/board/board-session.ts'
import { slotFile } from '#web/features/board/cards/image-slot.tsx'
import { openBranch } from '#web/features/board/cards/new-cards.ts'
import { toggleFeedback } from '#web/features/board/cards/picture-actions.tsx'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { hasPrompt, openSavePrompt } from '#web/features/prompts/canvas/save-commands.ts'
import { copyCardLink, copyImage, copyPrompt, copySeed } from '#web/features/sharing/copy.ts'
import { downloadImage, downloadWithHistory } from '#web/features/sharing/download.tsx'
import { downloadTexts, sharingTexts } from '#web/features/sharing/texts.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { toggleGathered } from '#web/viewing/gathered.ts'
import { compareTexts, filmstripTexts } from '#web/viewing/texts.ts'
import { Lightbox } from './lightbox.tsx'
import { LightboxDetails, settingsFact } from './lightbox-details.tsx'
import { costFact, type LinePicture, neighbors, useLine } from './picture-line.ts'
import { lightboxTexts } from './texts.ts'

const promptOrigin = lazyPart(async () => (await import('#web/viewing/prompt-origin.tsx')).PromptOrigin)
const hasOrigin = ({ improvedFrom, writtenPrompt, references }: GenerationShape) =>
  improvedFrom !== null || writtenPrompt !== null || references.length > 0

/** The lightbox of the canvas; it steps through the branch of the card that it was opened from. */
export function CanvasLightbox() {
  const overlay = useOverlay(useBoardSession(), 'lightbox')
  return overlay && <ViewedImage overlay={overlay} />
}

function ViewedImage({ overlay }: { overlay: OverlayOf<'lightbox'> }) {
  const session = useBoardSession()
  const generation = useCard(overlay.cardId, (each) => each)
  const image = generation?.images.find(({ id }) => id === overlay.imageId)
  const isGone = !image
  useEffect(() => {
    if (isGone) session.overlays.close('lightbox')
  }, [isGone, session])
  if (!generation || !image) return null
  return <OpenLightbox overlay={overlay} generation={generation} image={image} />
}

/** An image with its card. */
type Shown = { generation: GenerationShape; image: ImageShape }

function OpenLightbox({ overlay, generation, image }: Shown & { overlay: OverlayOf<'lightbox'> }) {
  const session = useBoardSession()
  const { board, controller, overlays } = session
  const { before, after } = neighbors(useLine(overlay.startCardId), image.id)
  const count = generation.images.length
  const show = (picture: LinePicture) => overlays.open({ ...overlay, ...picture })
  const neighbor = (picture: LinePicture | null) => picture && { id: picture.imageId, show: () => show(picture) }
  return (
    <Lightbox
      title={lightboxTexts.label(image.orderNum + 1, count)}
      place={lightboxTexts.count(image.orderNum + 1, count)}
      image={{
        ...image,
        prompt: promptOf(generation, image),
        thumbnail: imageAddress(image.id, slotFile(image, generation.images, controller.get().zoom)),
      }}
      projectId={board.projectId}
      feedback={image.feedback}
      before={neighbor(before)}
      after={neighbor(after)}
      onFeedback={(type) => toggleFeedback(board, image.id, type)}
      onEdit={() => editImage(session, generation.id, image.id)}
      onClose={() => overlays.close('lightbox')}
      onCloseAutoFocus={() => !overlays.find('branch') && !overlays.find('edit') && focusPicture(overlay)}
      strip={
        <Strip
          generation={generation}
          imageId={image.id}
          onShow={(imageId) => show({ cardId: generation.id, imageId })}
        />
      }
      details={(state) => (
        <LightboxDetails
          state={state}
          projectId={board.projectId}
          imageId={image.id}
          prompt={promptOf(generation, image)}
          notes={image.warnings}
          facts={[
            { name: lightboxTexts.facts.model, value: shownModel(generation.model) },
            { name: lightboxTexts.facts.settings, value: settingsFact(generation.settings, image) },
            { name: lightboxTexts.facts.seed, value: <Seed seed={image.seed} /> },
            {
              name: lightboxTexts.facts.cost,
              value: costFact(generation),
            },
            { name: lightboxTexts.facts.made, value: formatTime(image.createdAt) },
          ]}
          onCopyPrompt={() => void copyPrompt(promptOf(generation, image))}
          onDescribe={() => overlays.open({ kind: 'describe-image', cardId: generation.id, imageId: image.id })}
          onSavePrompt={hasPrompt(generation) ? () => void openSavePrompt(session, generation) : null}
          origin={
            <>
              {hasOrigin(generation) && <LazySlot part={promptOrigin} props={generation} failed={null} />}
              <BranchedFrom generation={generation} />
            </>
          }
          footer={<Footer generation={generation} image={image} />}
        />
      )}
    />
  )
}

/** Opens the editor in the lightbox's place. */
const editImage = ({ overlays }: BoardSession, cardId: string, imageId: string): void =>
  overlays.open({ kind: 'edit', cardId, imageId, operation: null })

/**
 * Gives the focus back to the picture on its card that was shown last, or to the card where its pictures are hidden.
 */
function focusPicture({ cardId, imageId }: LinePicture): void {
  const picture = document.querySelector<HTMLElement>(`[data-image="${imageId}"] .picture-open`)
  const card = document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
  const target = picture ?? card
  target?.focus({ preventScroll: true })
}

const Seed = ({ seed }: { seed: number }) => (
  <>
    {formatSeed(seed)}
    <IconButton size="small" label={sharingTexts.copySeed} onClick={() => void copySeed(seed)}>
      <Copy />
    </IconButton>
  </>
)

/** The image that this one was branched from; a press shows it. Renders nothing for a root or a deleted parent. */
function BranchedFrom({ generation }: { generation: GenerationShape }) {
  const { board, overlays } = useBoardSession()
  const { parentGenerationId, parentImageId } = generation
  const parent = parentGenerationId === null ? undefined : board.getGeneration(parentGenerationId)
  const image = parent?.images.find(({ id }) => id === parentImageId)
  if (!parent || !image) return null
  const show = () => {
    const now = overlays.find('lightbox')
    if (now) overlays.open({ ...now, cardId: parent.id, imageId: image.id })
  }
  return (
    <button type="button" className="branched-from" onClick={show}>
      <img src={imageAddress(image.id, 256)} alt="" />
      <span className="min-w-0">
        <span className="block text-12 text-muted">{lightboxTexts.branchedFrom}</span>
        <span className="flex font-medium text-13">
          <span className="truncate" dir="auto">
            {parent.prompt}
          </span>
          <span className="flex-none">{lightboxTexts.parentPlace(image.orderNum + 1)}</span>
        </span>
      </span>
    </button>
  )
}

type StripProps = { generation: GenerationShape; imageId: string; onShow(imageId: string): void }

/** Thumbnails of the card's images. */
function Strip({ generation, imageId, onShow }: StripProps) {
  return (
    <fieldset className="lightbox-strip" aria-label={lightboxTexts.strip}>
      {finishedImages(generation.images).map(({ id, orderNum }) => (
        <button
          key={id}
          type="button"
          aria-label={lightboxTexts.stripImage(orderNum + 1)}
          aria-current={id === imageId || undefined}
          onClick={() => onShow(id)}
        >
          <img src={imageAddress(id, 256)} alt="" draggable={false} />
        </button>
      ))}
    </fieldset>
  )
}

/** The actions on the image. */
function Footer({ generation, image }: Shown) {
  const session = useBoardSession()
  const branch = () => {
    session.overlays.close('lightbox')
    openBranch(session, generation.id, { imageId: image.id })
  }
  const isGathered = useStore(session.gathered).includes(image.id)
  const walk = () => {
    session.overlays.close('lightbox')
    session.overlays.open({ kind: 'path', cardId: generation.id, imageId: image.id })
  }
  return (
    <footer>
      <Button kind="solid" onClick={branch}>
        <GitBranch aria-hidden="true" />
        {boardTexts.branchFromImage}
      </Button>
      <IconButton
        label={downloadTexts.one}
        className="outlined"
        onClick={() => void downloadImage(session.board, generation.id, image.id)}
      >
        <Download />
      </IconButton>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton label={lightboxTexts.more} className="outlined">
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        {/* Not in a portal: it belongs to the dialog. */}
        <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={8} className="popover menu">
          <DropdownMenu.Item
            className="menu-item"
            onSelect={() => void downloadWithHistory(session.board, generation.id, image.id)}
          >
            <History aria-hidden="true" />
            {downloadTexts.history}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={walk}>
            <Route aria-hidden="true" />
            {filmstripTexts.title}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => toggleGathered(session.gathered, image.id)}>
            <Columns2 aria-hidden="true" />
            {isGathered ? compareTexts.remove : compareTexts.add}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyImage(image.id)}>
            <Copy aria-hidden="true" />
            {sharingTexts.copyImage}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyPrompt(promptOf(generation, image))}>
            <TextQuote aria-hidden="true" />
            {sharingTexts.copyPrompt}
          </DropdownMenu.Item>
          <DropdownMenu.Item className="menu-item" onSelect={() => void copyCardLink(session.board, generation.id)}>
            <Link aria-hidden="true" />
            {sharingTexts.copyLink}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </footer>
  )
}
