import { Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { shownModel } from '#domain/generation/origin.ts'
import { finishedImages } from '#domain/generation/status.ts'
import { type Difference, differenceOf } from '#domain/lineage/difference.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { findCards } from '#web/features/board/bars/find-panel.tsx'
import { type BoardSession, useBoardSession, useCard } from '#web/features/board/board-session.ts'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { selectNone, selectOnly } from '#web/features/board/selection.ts'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { ApplyPreview } from './apply-preview.tsx'
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
      const [id, ...others] = session.selection.get()
      const now = session.overlays.find('apply')
      if (now && id !== undefined && others.length === 0) session.overlays.open({ ...now, targetId: id })
    })
  }, [session])

  return (
    <FloatingPanel
      title={lineageTexts.apply}
      closeLabel={lineageTexts.close}
      className="side-panel"
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
          <label className="apply-search">
            <Search aria-hidden="true" />
            <input
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
const mostListed = 40

type CardListProps = { words: string; except: string; onChoose(id: string): void }

/** Cards to choose from: those that match the search, else the newest. */
function CardList({ words, except, onChoose }: CardListProps) {
  const { board } = useBoardSession()
  const cards = useSettledCards(board)
  const found = useMemo(() => {
    const wanted = words.trim()
    const newest = () => cards.toSorted((a, b) => b.order - a.order).map(({ id }) => id)
    return (wanted === '' ? newest() : findCards(board, wanted)).filter((id) => id !== except).slice(0, mostListed)
  }, [board, cards, words, except])
  if (found.length === 0) return <p className="px-3 py-4 text-13 text-muted">{lineageTexts.applyNone}</p>
  return (
    <ul className="card-list" aria-label={lineageTexts.applyCards}>
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
      <button type="button" className="listed-card" disabled={imageId === undefined} onClick={onChoose}>
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
