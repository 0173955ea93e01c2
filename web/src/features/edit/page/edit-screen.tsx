import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Brush,
  BrushCleaning,
  Crop,
  Frame,
  GitBranch,
  ImageDown,
  ImageUpscale,
  type LucideIcon,
  Scissors,
  SlidersHorizontal,
  X,
} from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useState } from 'react'
import type { EditOperationShape } from '#contract/cards/edit.ts'
import type { EditOperation } from '#domain/edit/operation.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { appendPhrase } from '#domain/prompt/append-phrase.ts'
import { changedPrompt } from '#domain/prompt/prompt-text.ts'
import { editPageDraft } from '#web/data/drafts/page-draft.ts'
import { sentImprovedFrom } from '#web/data/drafts/spread-plan.ts'
import { editOperationsQuery } from '#web/data/editing.ts'
import { generationRefusal, requestGeneration } from '#web/data/generations.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { useCatalogued } from '#web/data/models/models.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { maxUploadBytes, pictureTypes } from '#web/data/pictures/send-pictures.ts'
import { useStore } from '#web/data/store.ts'
import { GoButton } from '#web/features/compose/go-button.tsx'
import { promptTexts } from '#web/features/compose/texts.ts'
import { useGo } from '#web/features/compose/use-go.ts'
import { PromptField } from '#web/features/prompts/field/prompt-field.tsx'
import { usePromptEditing } from '#web/features/prompts/field/use-prompt-editing.ts'
import { Button, IconButton, Spinner } from '#web/ui/button.tsx'
import { chooseFile, pastedPictures, pictureFiles } from '#web/ui/files.ts'
import { rememberPage } from '#web/ui/remember-page.ts'
import { showToast } from '#web/ui/toast.ts'
import { type EditPicture, PictureRefused, placePicture } from './edit-source.ts'
import { RecentPictures } from './recent-pictures.tsx'
import { editPageTexts } from './texts.ts'
import './edit-screen.css'

const toolIcons: Readonly<Partial<Record<EditOperation, LucideIcon>>> = {
  'remove-background': Scissors,
  erase: BrushCleaning,
  crop: Crop,
  extend: Frame,
  upscale: ImageUpscale,
  adjust: SlidersHorizontal,
}

/** A file as a picture to edit; a toast says why it can't be one. */
function pictureOf(file: File | null): EditPicture | null {
  if (!file) return null
  const isPicture = file.type === '' || file.type.startsWith('image/')
  const problem = isPicture ? file.size > maxUploadBytes && editPageTexts.tooLarge : editPageTexts.notAPicture
  if (problem) {
    showToast({ kind: 'error', title: editPageTexts.error, description: problem })
    return null
  }
  return { kind: 'file', file, address: URL.createObjectURL(file) }
}

/** Request of Go: the executor of an edit by words, how many images, and why it can't be sent. */
function useInstruction(picture: EditPicture | null, words: string) {
  const offers = useQuery(editOperationsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const [count, setCount] = useState(imagesPerGeneration)
  const offer = offers.data?.find(({ operation }) => operation === 'instruct')
  const executor = offer?.executors.find(({ model }) => model === chosen) ?? offer?.executors[0] ?? null
  const reason = () => {
    if (!offer) return editPageTexts.loading
    if (!picture) return editPageTexts.needsPicture
    if (!executor) return editPageTexts.noModel
    return words.trim() === '' ? editPageTexts.needsWords : null
  }
  return { offer, executor, count, setCount, choose: setChosen, reason: reason() }
}

const failed = { title: editPageTexts.error, fallback: editPageTexts.failed }

/** The operation for which the editor is being opened. */
type Opening = EditOperation | null

/** Edit an image: a picture and an instruction, or one of the tools that need no words. */
export function EditScreen() {
  const written = useStore(editPageDraft)
  const { prompt: words } = written
  const editing = usePromptEditing({ text: written, onChange: editPageDraft.set })
  const [picture, setPicture] = useState<EditPicture | null>(null)
  const [opening, setOpening] = useState<Opening>(null)
  const [isOver, setOver] = useState(false)
  const { field } = editing
  const navigate = useNavigate()
  const instruction = useInstruction(picture, words)
  const catalogued = useCatalogued(instruction.executor?.model)
  useEffect(() => () => void (picture?.kind === 'file' && URL.revokeObjectURL(picture.address)), [picture])

  const take = (next: EditPicture | null) => {
    if (!next) return
    setPicture(next)
    field.current?.focus()
  }
  /** Puts the picture on a canvas; null, with a toast, where it can't be used. */
  const place = (chosen: EditPicture) =>
    placePicture(chosen).catch((error: unknown) => {
      if (!(error instanceof PictureRefused)) throw error
      setPicture(null)
      showToast({ kind: 'error', title: editPageTexts.error, description: error.message })
      return null
    })
  const reason = opening === null ? instruction.reason : editPageTexts.loading
  const { isBusy, go } = useGo({
    reason,
    state: 'ready',
    failed,
    async send({ isHere }) {
      const placed = picture && (await place(picture))
      if (!placed || !instruction.executor) return
      const { projectId, cardId, imageId } = placed
      const generation = await requestGeneration({
        projectId,
        prompt: words.trim(),
        ...sentImprovedFrom(written),
        parentGenerationId: cardId,
        parentImageId: imageId,
        branchKind: 'edit',
        count: instruction.count,
        model: instruction.executor.model,
        edit: { operation: 'instruct' },
      })
      if (editPageDraft.get().prompt === words) editPageDraft.set(changedPrompt(written, ''))
      if (!isHere()) return
      liveSession().handOver(projectId, { kind: 'card', id: generation.id })
      await navigate({ to: '/project/$projectId', params: { projectId } })
    },
  })
  const isRunning = isBusy || opening !== null
  /** Opens the editor on the canvas of the picture. */
  const openEditor = async (operation: EditOperation) => {
    if (!picture || isRunning) return
    setOpening(operation)
    const isHere = rememberPage()
    try {
      const placed = await place(picture)
      if (!placed || !isHere()) return
      const search = { card: placed.cardId, edit: placed.imageId, operation }
      await navigate({ to: '/project/$projectId', params: { projectId: placed.projectId }, search })
    } catch (error) {
      showToast(generationRefusal(error, failed))
    } finally {
      setOpening(null)
    }
  }
  const goByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isBusy) go()
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    take(pictureOf(pictureFiles(event.dataTransfer, editPageTexts.pasted)[0] ?? event.dataTransfer.files[0] ?? null))
  }
  const paste = (event: ClipboardEvent) => {
    const [file] = pastedPictures(event.clipboardData, editPageTexts.pasted)
    if (!file) return
    event.preventDefault()
    take(pictureOf(file))
  }

  return (
    <main
      className="mx-auto grid max-w-[760px] gap-6 px-8 pt-30 pb-24 max-sm:gap-5 max-sm:px-4 max-sm:pt-18"
      onPaste={paste}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h1 className="display text-center text-44 max-sm:text-left max-sm:text-28">{editPageTexts.title}</h1>
      <div className="grid gap-3">
        <div
          className="edit-box relative rounded-20 bg-panel p-3 data-over:after:absolute data-over:after:inset-0 data-over:after:grid data-over:after:place-items-center data-over:after:rounded-[inherit] data-over:after:bg-panel data-over:after:font-medium data-over:after:border-[1.5px] data-over:after:border-dashed data-over:after:border-ink data-over:after:content-[attr(data-over)]"
          data-over={isOver ? editPageTexts.dropHere : undefined}
        >
          <div className="edit-box-content grid gap-3">
            {picture ? (
              <Attached
                key={picture.kind === 'file' ? picture.address : picture.asset.id}
                picture={picture}
                isRunning={isRunning}
                onRemove={() => setPicture(null)}
              />
            ) : (
              <DropZone onChoose={async () => take(pictureOf(await chooseFile(pictureTypes)))} />
            )}
            <div className="edit-box-words flex min-w-0 flex-col gap-2">
              <PromptField
                editing={editing}
                label={editPageTexts.label}
                sentTo={{ model: catalogued, attachments: [] }}
                model={catalogued ?? (instruction.executor && { name: instruction.executor.model })}
                settings={null}
                projectId={null}
                placeholder={editPageTexts.placeholder}
                rows={3}
                maxLength={4_000}
                onKeyDown={goByKey}
              />
              {picture && (
                <Button
                  kind="line"
                  size="small"
                  className="mr-auto"
                  busy={opening === 'change'}
                  reason={isRunning ? editPageTexts.loading : null}
                  onClick={() => void openEditor('change')}
                >
                  <Brush aria-hidden="true" />
                  {editPageTexts.selectFirst}
                </Button>
              )}
            </div>
          </div>
          <GoRow {...instruction} isBusy={isBusy} reason={reason} onGo={go} />
        </div>
        {picture && (
          <p className="flex items-center gap-2 px-5 text-12 text-muted">
            <GitBranch aria-hidden="true" className="size-3.5" />
            {picture.kind === 'image' ? editPageTexts.branchOf : editPageTexts.newProject}
          </p>
        )}
      </div>
      {!picture && <RecentPictures onUse={(asset) => take({ kind: 'image', asset })} />}
      <section className="grid gap-2 px-2">
        <h2 className="font-medium text-13 text-muted">{editPageTexts.suggestions}</h2>
        <ul className="flex flex-wrap gap-2">
          {editPageTexts.suggested.map((suggestion) => (
            <li key={suggestion}>
              <button
                type="button"
                className="rounded-8 px-3 py-2 text-left text-13 text-muted inset-ring inset-ring-hairline hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
                onClick={() => {
                  editPageDraft.set(changedPrompt(written, appendPhrase(words, suggestion)))
                  field.current?.focus()
                }}
              >
                {suggestion}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {picture && (
        <section className="grid gap-2 px-2">
          <h2 className="font-medium text-13 text-muted">{editPageTexts.withoutWords}</h2>
          <div className="grid grid-cols-3 gap-1.5 max-sm:grid-cols-2">
            {editPageTexts.tools.map(([operation, name]) => {
              const Icon = toolIcons[operation] ?? Brush
              return (
                <button
                  key={operation}
                  type="button"
                  className="edit-tool flex items-center gap-3 rounded-8 bg-panel px-4 py-3.5 text-left text-13 font-medium inset-ring inset-ring-hairline not-aria-disabled:hover:bg-raised [&>svg]:w-4 [&>svg]:text-muted"
                  aria-disabled={isRunning || undefined}
                  aria-busy={opening === operation || undefined}
                  onClick={() => void openEditor(operation)}
                >
                  {opening === operation ? <Spinner /> : <Icon aria-hidden="true" />}
                  {name}
                </button>
              )
            })}
          </div>
        </section>
      )}
    </main>
  )
}

function DropZone({ onChoose }: { onChoose(): void }) {
  return (
    <div className="edit-drop flex flex-wrap items-center gap-x-4 gap-y-3 rounded-12 p-4 text-13 text-muted [border:1px_dashed_var(--edge)] [&>p]:flex-[1_1_200px] [&>svg]:w-5">
      <ImageDown aria-hidden="true" />
      <p>
        <b>{editPageTexts.drop}</b>
        {editPageTexts.kinds}
      </p>
      <Button kind="line" size="small" onClick={onChoose}>
        {editPageTexts.chooseFile}
      </Button>
    </div>
  )
}

type AttachedProps = { picture: EditPicture; isRunning: boolean; onRemove(): void }

function Attached({ picture, isRunning, onRemove }: AttachedProps) {
  const [address, name] =
    picture.kind === 'file'
      ? [picture.address, picture.file.name]
      : [imageAddress(picture.asset.id, 512), picture.asset.prompt]
  const [isShown, setShown] = useState(true)
  return (
    <figure className="edit-attached relative w-[184px] max-sm:w-[108px]" aria-label={editPageTexts.picture}>
      {isShown ? (
        <img src={address} alt={name} onError={() => setShown(false)} />
      ) : (
        <figcaption className="edit-unseen">{name}</figcaption>
      )}
      <IconButton
        size="small"
        label={editPageTexts.remove}
        className="glass-button"
        aria-disabled={isRunning || undefined}
        onClick={() => isRunning || onRemove()}
      >
        <X />
      </IconButton>
    </figure>
  )
}

type GoRowProps = ReturnType<typeof useInstruction> & { isBusy: boolean; onGo(): void }

/** The model, the number of images, the price, and Go; in their place what is missing. */
function GoRow({ offer, executor, count, setCount, choose, reason, isBusy, onGo }: GoRowProps) {
  return (
    <div className="edit-box-foot mt-2 flex flex-wrap items-center gap-2">
      {executor && offer && <ModelChoice offer={offer} model={executor.model} onChoose={choose} />}
      {executor && (
        <select
          aria-label={editPageTexts.count}
          value={count}
          onChange={(event) => setCount(Number(event.target.value))}
        >
          {Array.from({ length: imagesPerGeneration }, (_, at) => at + 1).map((each) => (
            <option key={each} value={each}>
              {promptTexts.images(each)}
            </option>
          ))}
        </select>
      )}
      <div className="flex min-w-0 flex-auto items-center justify-end gap-2">
        {offer && !executor && (
          <span className="min-w-0 text-right text-13 text-muted">
            {editPageTexts.noModel}{' '}
            <Link to="/models" className="text-link whitespace-nowrap">
              {editPageTexts.connect}
            </Link>
          </span>
        )}
        <GoButton
          offer={executor && { makes: promptTexts.images(count), hundredths: executor.price * count, isMost: false }}
          reason={reason}
          busy={isBusy}
          size="medium"
          onGo={onGo}
        />
      </div>
    </div>
  )
}

type ModelChoiceProps = { offer: EditOperationShape; model: string; onChoose(model: string): void }

const ModelChoice = ({ offer, model, onChoose }: ModelChoiceProps) => (
  <select aria-label={editPageTexts.model} value={model} onChange={(event) => onChoose(event.target.value)}>
    {offer.executors.map((each) => (
      <option key={each.model} value={each.model}>
        {each.executor}
      </option>
    ))}
  </select>
)
