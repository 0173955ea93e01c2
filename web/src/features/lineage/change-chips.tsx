import { ArrowRight, Minus, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { orderNumOf, possibleGenerationIds } from '#domain/generation/image-id.ts'
import { shownModel } from '#domain/generation/origin.ts'
import type { Change, Difference, ListChange } from '#domain/lineage/difference.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { controlChanges } from '#web/viewing/control-texts.ts'
import { editTexts } from '#web/viewing/edit-texts.ts'
import { differenceTexts } from '#web/viewing/texts.ts'
import { lineageTexts } from './texts.ts'

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
    <ul className="change-chips">
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
    <li className="change-chip">
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
        <span key={id} className="reference-change" data-kind="removed">
          <Minus aria-hidden="true" />
          <ReferenceThumbnail id={id} label={lineageTexts.referenceRemoved} />
        </span>
      ))}
      {change.added.map((id) => (
        <span key={id} className="reference-change">
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
      <img className="reference-thumbnail" src={imageAddress(imageId, 64)} alt="" draggable={false} />
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
      className="reference-thumbnail"
      src={isUpload ? uploadAddress(id, 64) : imageAddress(id, 64)}
      alt={label}
      draggable={false}
      onError={() => setUpload(false)}
    />
  )
}
