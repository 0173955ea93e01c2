import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { GenerationShape, PromptedBranchKind } from '#contract/cards/generation.ts'
import { soleSelected } from '#domain/board/selection.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { finishedImages } from '#domain/generation/status.ts'
import { applyDifference } from '#domain/lineage/apply-difference.ts'
import { changedKinds, type Difference, differenceOf } from '#domain/lineage/difference.ts'
import { bestImage } from '#domain/lineage/judged-image.ts'
import type { ControlValues } from '#domain/models/controls.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { noSpread } from '#domain/series/spread.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { spreadPlan } from '#web/data/drafts/spread-plan.ts'
import { modelsQuery, modelsState, useWithinPlan } from '#web/data/models/models.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { useStyleTitle } from '#web/data/styles.ts'
import { findCards } from '#web/features/board/bars/find-panel.tsx'
import { type BoardSession, useBoardSession, useCard } from '#web/features/board/board-session.ts'
import { contentOf, placeOfBranch } from '#web/features/board/cards/new-cards.ts'
import type { Composing, OverlayOf } from '#web/features/board/overlays.ts'
import { selectNone, selectOnly } from '#web/features/board/selection.ts'
import { CapNote } from '#web/features/compose/canvas/cap-note.tsx'
import type { ComposeDraft } from '#web/features/compose/canvas/compose-drafts.ts'
import { sendComposed } from '#web/features/compose/canvas/send-composed.ts'
import { composeModel } from '#web/features/compose/canvas/use-canvas-draft.ts'
import { useCanvasGo } from '#web/features/compose/canvas/use-canvas-go.ts'
import { GoButton, offerOf } from '#web/features/compose/go-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { PanelFoot } from '#web/ui/panel-parts.tsx'
import { PromptPieces } from '#web/viewing/prompt-pieces.tsx'
import { differenceTexts } from '#web/viewing/texts.ts'
import { ChangeChips } from './difference-popover.tsx'
import { lineageTexts } from './texts.ts'

type ApplyPanelProps = { session: BoardSession; applying: OverlayOf<'apply'> }

const withoutModel = ({ model: _model, ...others }: Difference): Difference => others

/**
 * Applies the change of a branch to another card: first the choice of the card, by a click on the canvas or from the
 * list; then a preview.
 */
export function ApplyPanel({ session, applying }: ApplyPanelProps) {
  const { parentId, childId, targetId } = applying
  const parent = useCard(parentId, (generation) => generation)
  const child = useCard(childId, (generation) => generation)
  const target = useCard(targetId ?? '', (generation) => generation)
  const [words, setWords] = useState('')
  const difference = useMemo(() => parent && child && differenceOf(parent, child), [parent, child])
  // Applied to another card, the change would reveal the model.
  const isModelKept = difference?.model !== undefined && child?.hiddenModel != null
  const carried = difference && isModelKept ? withoutModel(difference) : difference

  const close = () => session.overlays.close('apply')
  useEffect(() => {
    // The next click on a card chooses the target.
    selectNone(session)
    return session.selection.subscribe(() => {
      const id = soleSelected(session.selection.get(), 'cards')
      const now = session.overlays.find('apply')
      if (now && id !== null) session.overlays.open({ ...now, targetId: id })
    })
  }, [session])

  return (
    <FloatingPanel
      title={lineageTexts.apply}
      closeLabel={lineageTexts.close}
      part="side-panel"
      className="covers-canvas"
      closesFrom="both"
      onClose={close}
    >
      {!difference && <p className="p-3 text-13 text-muted">{lineageTexts.applyGone}</p>}
      {carried && target && (
        <ApplyPreview
          session={session}
          difference={carried}
          isModelKept={isModelKept}
          branchKind={child?.branchKind === 'enhance' ? 'enhance' : 'remix'}
          target={target}
          onBack={() => {
            selectNone(session)
            session.overlays.open({ ...applying, targetId: null })
          }}
          onDone={close}
        />
      )}
      {difference && !target && (
        <>
          <p className="px-3 pb-2 text-12 text-muted">{lineageTexts.applyHint}</p>
          <label className="apply-search mx-3 mb-2 flex h-9 flex-none items-center gap-2 rounded-8 bg-well px-2.5 text-muted">
            <Search aria-hidden="true" />
            <input
              className="min-w-0 flex-1 bg-transparent text-13 text-ink outline-none"
              dir="auto"
              aria-label={lineageTexts.applySearch}
              placeholder={lineageTexts.applySearch}
              // Opened by a button: what is typed next is the search.
              // biome-ignore lint/a11y/noAutofocus: the panel is opened to choose
              autoFocus={matchMedia('(pointer: fine)').matches}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          <CardList words={words} except={childId} onChoose={(id) => selectOnly(session, id)} />
        </>
      )}
    </FloatingPanel>
  )
}

/** The most listed cards: the search field finds the others. */
const maxListed = 40

type CardListProps = { words: string; except: string; onChoose(id: string): void }

/** Cards to choose from: those that match the search, else the newest. */
function CardList({ words, except, onChoose }: CardListProps) {
  const { board } = useBoardSession()
  const cards = useSettledCards(board)
  const found = useMemo(() => {
    const wanted = words.trim()
    const newest = () => cards.toSorted((a, b) => b.order - a.order).map(({ id }) => id)
    return (wanted === '' ? newest() : findCards(board, wanted)).filter((id) => id !== except).slice(0, maxListed)
  }, [board, cards, words, except])
  if (found.length === 0) return <p className="px-3 py-4 text-13 text-muted">{lineageTexts.applyNone}</p>
  return (
    <ul className="min-h-0 overflow-y-auto px-1.5 pb-1.5" aria-label={lineageTexts.applyCards}>
      {found.map((id) => (
        <ListedCard key={id} id={id} onChoose={() => onChoose(id)} />
      ))}
    </ul>
  )
}

function ListedCard({ id, onChoose }: { id: string; onChoose(): void }) {
  const prompt = useCard(id, (generation) => generation.prompt)
  const model = useCard(id, (generation) => shownModel(generation.model))
  const imageId = useCard(id, (generation) => finishedImages(generation.images)[0]?.id)
  if (prompt === undefined) return null
  return (
    <li>
      <button
        type="button"
        className="listed-card grid w-full grid-cols-[40px_minmax(0,1fr)] items-center gap-2.5 rounded-8 p-1.5 text-left hover:not-disabled:bg-raised focus-visible:-outline-offset-2 focus-visible:not-disabled:bg-raised"
        disabled={imageId === undefined}
        onClick={onChoose}
      >
        {imageId === undefined ? <span /> : <img src={imageAddress(imageId, 64)} alt="" draggable={false} />}
        <span className="min-w-0">
          <span className="block truncate text-13">{prompt}</span>
          <span className="block truncate text-12 text-muted">
            {imageId === undefined ? lineageTexts.noImage : model}
          </span>
        </span>
      </button>
    </li>
  )
}

type ApplyPreviewProps = {
  session: BoardSession
  difference: Difference
  /** A race hides the new model of the change, so that it is left out. */
  isModelKept: boolean
  /** The kind of branch of the original change. */
  branchKind: PromptedBranchKind
  target: GenerationShape
  onBack(): void
  onDone(): void
}

/** The result of the change on a card, its price, and Go. */
function ApplyPreview(props: ApplyPreviewProps) {
  const { session, difference, isModelKept, branchKind, target, onBack, onDone } = props
  const query = useQuery(modelsQuery)
  const styleTitle = useStyleTitle(lineageTexts)
  const names = { reference: differenceTexts.fields.imagePrompts, styleTitle }
  const { effect, draft, controls } = appliedDraft(target, difference, names)
  const parent = draft.modelName === target.model ? target : null
  const model = useWithinPlan(composeModel(query.data ?? [], { chosen: draft.modelName, parent }))
  const plan = spreadPlan(draft, model, query.data ?? [], controls && { [draft.modelName]: controls })
  const best = target.images[bestImage(target.images) ?? -1] ?? finishedImages(target.images)[0]
  const described = { draft: { prompt: best ? draft.prompt : '' }, model, models: modelsState(query), plan }
  const { reason, go } = useCanvasGo(described, async () => {
    const place = placeOfBranch(target.id, contentOf(session.board))
    if (!best || !place) return
    onDone()
    const composing: Composing = { kind: branchKind, source: { parentId: target.id, imageId: best.id }, place }
    await sendComposed(session, composing, { draft, plan, writtenIn: 'preview' })
  })
  return (
    <>
      <div className="flex min-h-0 flex-col gap-2 overflow-y-auto px-3.5 pb-3">
        <div className="flex items-center gap-3">
          {best && (
            <img className="size-14 rounded-8 object-cover" src={imageAddress(best.id, 256)} alt="" draggable={false} />
          )}
          <p className="min-w-0 text-12 text-muted">{best ? target.prompt : lineageTexts.noImage}</p>
        </div>
        <h3 className="mt-3 text-12 text-muted">{lineageTexts.newPrompt}</h3>
        <PromptPieces pieces={effect.prompt ?? [{ kind: 'kept', text: target.prompt }]} />
        <ChangeChips difference={effect} parentId={target.id} />
        <CapNote parentId={target.id} />
        {isModelKept && <p className="text-12 text-muted">{lineageTexts.modelKept}</p>}
        {changedKinds(effect).length === 0 && <p className="text-12 text-muted">{lineageTexts.nothingChanges}</p>}
      </div>
      <PanelFoot className="apply-footer">
        <Button kind="quiet" size="small" onClick={onBack}>
          {lineageTexts.otherCard}
        </Button>
        <GoButton offer={offerOf(plan)} reason={reason} busy={false} size="small" onGo={go} />
      </PanelFoot>
    </>
  )
}

/** A branch that applies a change to a card: what would be typed for it by hand, and its difference from the card. */
type AppliedDraft = {
  readonly draft: ComposeDraft & { readonly modelName: string }
  readonly effect: Difference
  /** Of the model's controls; undefined where nothing is chosen. */
  readonly controls: ControlValues | undefined
}

/**
 * The change applied to a card. The seed is left out: every branch draws its own.
 * @param names The names of the attachments, which are not shown before they are sent.
 */
export function appliedDraft(
  target: GenerationShape,
  difference: Difference,
  names: { readonly reference: string; styleTitle(id: string): string },
): AppliedDraft {
  const { seed: _seed, parentImageId: _parentImageId, ...carried } = difference
  const next = applyDifference(target, carried)
  const { style, aspectRatio, resolution, rawMode, controls } = next.settings
  const attach =
    (kind: Attachment['kind']) =>
    (id: string): Attachment => ({ kind, id, name: names.reference, thumbnailUrl: uploadAddress(id, 256) })
  const ofStyle: Attachment[] =
    style === null ? [] : [{ kind: 'style', id: style, name: names.styleTitle(style), thumbnailUrl: '' }]
  return {
    effect: differenceOf(target, next),
    controls,
    draft: {
      prompt: next.prompt,
      improvedFrom: null,
      modelName: next.model ?? '',
      target: null,
      aspectRatio,
      resolution,
      rawMode,
      attachments: [
        ...ofStyle,
        ...next.imagePrompts.map(attach('prompt')),
        ...next.styleReferences.map(attach('look')),
      ],
      spread: noSpread,
    },
  }
}
