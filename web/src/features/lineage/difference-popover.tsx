import { ArrowRight, GitCompareArrows, Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { orderNumOf, possibleGenerationIds } from '#domain/generation/image-id.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { toScreen } from '#domain/geometry/camera.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { type Change, type Difference, differenceOf, type ListChange } from '#domain/lineage/difference.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { type BoardSession, useBoardSession, useCard, useOverlay } from '#web/features/board/board-session.ts'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { SelectionOverPicture } from '#web/features/board/selection-over-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { PanelBody, PanelFoot } from '#web/ui/panel-parts.tsx'
import { controlChanges } from '#web/viewing/control-texts.ts'
import { editTexts } from '#web/viewing/filmstrip.tsx'
import { PromptOrigin } from '#web/viewing/prompt-origin.tsx'
import { PromptPieces } from '#web/viewing/prompt-pieces.tsx'
import { differenceTexts } from '#web/viewing/texts.ts'
import { lineageTexts } from './texts.ts'

/** The changes along a branch. Renders nothing while closed. */
export function DifferencePopover({ session }: { session: BoardSession }) {
  const inspected = useOverlay(session, 'difference')
  if (!inspected) return null
  return <OpenDifference key={inspected.childId} session={session} inspected={inspected} />
}

/** Screen pixels between the popover and its anchor, and the edges of the window. */
const gap = 12

/** The card's top right: the popover then hides neither the card nor its parent, where there is room beside them. */
function besideCard({ board, controller }: BoardSession, cardId: string): Point {
  const card = board.cards.get(cardId)
  if (!card) return { x: gap, y: gap }
  const { x, y, width } = cardRect(card)
  return toScreen({ x: x + width, y }, controller.get())
}

const within = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/** Beside the point, on whichever side it fits, without covering fixed controls. */
function placePopover(node: HTMLElement, { x, y }: Point): void {
  const { offsetWidth: width, offsetHeight: height } = node
  const below = y + gap + height <= innerHeight - gap ? y + gap : y - gap - height
  node.style.setProperty('--x', `${Math.round(within(gap, x + gap, innerWidth - width - gap))}px`)
  node.style.setProperty('--y', `${Math.round(within(gap, below, innerHeight - height - gap))}px`)
}

function OpenDifference({ session, inspected }: { session: BoardSession; inspected: OverlayOf<'difference'> }) {
  const { parentId, childId, at, by } = inspected
  const parent = useCard(parentId, (generation) => generation)
  const child = useCard(childId, (generation) => generation)
  const node = useRef<HTMLElement>(null)
  const isThere = parent !== undefined && child !== undefined

  const close = () => {
    session.overlays.close('difference')
    document.querySelector<HTMLElement>(`[data-card="${childId}"]`)?.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    if (node.current) placePopover(node.current, at ?? besideCard(session, childId))
  })
  useEffect(() => {
    if (!isThere) session.overlays.close('difference')
    else if (by === 'press') node.current?.focus({ preventScroll: true })
  }, [session, isThere, by])
  useEffect(() => {
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !node.current?.contains(event.target)) session.overlays.close('difference')
    }
    addEventListener('pointerdown', press, { capture: true })
    return () => removeEventListener('pointerdown', press, { capture: true })
  }, [session])

  if (!isThere) return null
  const difference = differenceOf(parent, child)
  const apply = () => {
    session.overlays.close('difference')
    session.overlays.open({ kind: 'apply', parentId, childId, targetId: null })
  }
  return (
    <FloatingPanel
      title={lineageTexts.whatChanged}
      closeLabel={lineageTexts.close}
      part="point-panel"
      className="difference"
      panelRef={node}
      closesFrom="inside"
      onClose={close}
    >
      <PanelBody>
        {difference.prompt ? (
          <PromptPieces pieces={difference.prompt} />
        ) : (
          <p className="text-13 text-muted">{lineageTexts.samePrompt}</p>
        )}
        <PromptOrigin {...child} />
        <ChangeChips difference={difference} parentId={parentId} />
        <Selected parent={parent} child={child} />
      </PanelBody>
      {/* A selection belongs to its own picture. */}
      {!difference.edit && (
        <PanelFoot>
          <Button kind="line" size="small" onClick={apply}>
            <GitCompareArrows aria-hidden="true" />
            {lineageTexts.applyTo}
          </Button>
        </PanelFoot>
      )}
    </FloatingPanel>
  )
}

/** The longest sides of the picture in the popover, in pixels. */
const maxShown = { width: 240, height: 180 }

/** The selection of an edit. Renders nothing for any other branch. */
function Selected({ parent, child }: { parent: GenerationShape; child: GenerationShape }) {
  const picture = parent.images.find(({ id }) => id === child.parentImageId)
  const maskId = child.editRecord?.maskId
  if (!picture || !maskId) return null
  const scale = Math.min(maxShown.width / picture.width, maxShown.height / picture.height)
  const place = { x: 0, y: 0, width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) }
  return <SelectionOverPicture imageId={picture.id} maskId={maskId} place={place} label={lineageTexts.selected} />
}

type ChangeChipsProps = {
  difference: Difference
  /** The parent's id, to name its image by its number. */
  parentId: string | null
}

/** Everything that changed except the prompt, one chip each. */
export function ChangeChips({ difference, parentId }: ChangeChipsProps) {
  const { fields: texts, onOff } = differenceTexts
  const styleTitle = useStyleTitle(lineageTexts)
  const { model, style, aspectRatio, resolution, rawMode, seed, imagePrompts, styleReferences } = difference
  const imageId = difference.parentImageId?.after ?? null
  return (
    <ul className="flex flex-wrap gap-1 empty:hidden">
      {difference.edit && <Edit change={difference.edit} />}
      {model && <FromTo name={texts.model} before={shownModel(model.before)} after={shownModel(model.after)} />}
      {style && <FromTo name={texts.style} before={styleTitle(style.before)} after={styleTitle(style.after)} />}
      {imagePrompts && <References name={texts.imagePrompts} change={imagePrompts} />}
      {styleReferences && <References name={texts.styleReferences} change={styleReferences} />}
      {aspectRatio && <FromTo name={texts.aspectRatio} {...aspectRatio} />}
      {resolution && <FromTo name={texts.resolution} {...resolution} />}
      {rawMode && <FromTo name={texts.rawMode} before={onOff(rawMode.before)} after={onOff(rawMode.after)} />}
      {difference.controls &&
        controlChanges(difference.controls).map((change) => <FromTo key={change.name} {...change} />)}
      {imageId !== null && <ParentImage imageId={imageId} parentId={parentId} />}
      {seed && <FromTo name={texts.seed} before={String(seed.before)} after={String(seed.after)} />}
    </ul>
  )
}

function Chip({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="change-chip inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-6 bg-raised px-2 py-0.5 text-12 tabular-nums [&_ins]:font-[550] [&_ins]:no-underline">
      <span className="text-muted">{name}</span>
      {children}
    </li>
  )
}

/** An edit alone, or what it was and what it became. */
function Edit({ change: { before, after } }: { change: NonNullable<Difference['edit']> }) {
  const name = differenceTexts.fields.edit
  if (!before) return <Chip name={name}>{editTexts.full(after)}</Chip>
  return <FromTo name={name} before={editTexts.full(before)} after={editTexts.full(after)} />
}

function FromTo({ name, before, after }: Change<string> & { name: string }) {
  return (
    <Chip name={name}>
      <del>{before}</del>
      <ArrowRight aria-label={lineageTexts.became} />
      <ins>{after}</ins>
    </Chip>
  )
}

function References({ name, change }: { name: string; change: ListChange }) {
  const isOrderOnly = change.added.length + change.removed.length === 0
  return (
    <Chip name={name}>
      {isOrderOnly && lineageTexts.reordered}
      {change.removed.map((id) => (
        <span
          key={id}
          className="inline-flex items-center gap-0.5 data-[kind=removed]:opacity-50 [&_svg]:size-3"
          data-kind="removed"
        >
          <Minus aria-hidden="true" />
          <ReferenceThumbnail id={id} label={lineageTexts.referenceRemoved} />
        </span>
      ))}
      {change.added.map((id) => (
        <span key={id} className="inline-flex items-center gap-0.5 data-[kind=removed]:opacity-50 [&_svg]:size-3">
          <Plus aria-hidden="true" />
          <ReferenceThumbnail id={id} label={lineageTexts.referenceAdded} />
        </span>
      ))}
    </Chip>
  )
}

function ParentImage({ imageId, parentId }: { imageId: string; parentId: string | null }) {
  const orderNum = parentId === null ? null : orderNumOf(parentId, imageId)
  return (
    <Chip name={differenceTexts.fields.parentImageId}>
      <img
        className="size-5.5 rounded-4 bg-well object-cover"
        src={imageAddress(imageId, 64)}
        alt=""
        draggable={false}
      />
      {orderNum !== null && lineageTexts.imagePlace(orderNum + 1)}
    </Chip>
  )
}

/** A reference by its id, which may be an upload or an image; an image of this board is known by its card. */
function ReferenceThumbnail({ id, label }: { id: string; label: string }) {
  const { board } = useBoardSession()
  const [isUpload, setUpload] = useState(() => !possibleGenerationIds(id).some((cardId) => board.cards.has(cardId)))
  return (
    <img
      className="size-5.5 rounded-4 bg-well object-cover"
      src={isUpload ? uploadAddress(id, 64) : imageAddress(id, 64)}
      alt={label}
      draggable={false}
      onError={() => setUpload(false)}
    />
  )
}
