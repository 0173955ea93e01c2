import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { type Difference, differenceOf } from '#domain/lineage/difference.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useCard } from '../../board-context.ts'
import type { BoardView } from '../../board-view.ts'
import { useEscapeElsewhere } from '../../branching/use-escape-elsewhere.ts'
import { selectNone, selectOnly } from '../../selection.ts'
import type { LineagePart } from '../lineage-state.ts'
import { lineageTexts } from '../texts.ts'
import { ApplyPreview } from './apply-preview.tsx'
import { CardList } from './card-list.tsx'

type ApplyPanelProps = { view: BoardView; applying: Extract<LineagePart, { kind: 'apply' }> }

const withoutModel = ({ model: _model, ...others }: Difference): Difference => others

/** Makes the change of a branch to another card: first which one, by a click on the canvas or from the list; then what becomes of it. */
export function ApplyPanel({ view, applying }: ApplyPanelProps) {
  const { parentId, childId, targetId } = applying
  const parent = useCard(parentId, (generation) => generation)
  const child = useCard(childId, (generation) => generation)
  const target = useCard(targetId ?? '', (generation) => generation)
  const [words, setWords] = useState('')
  const difference = useMemo(() => parent && child && differenceOf(parent, child), [parent, child])
  // What is asked for names the models themselves, also where a race hides them on the page.
  const [madeParent, madeChild] = [view.board.asMade(parentId), view.board.asMade(childId)]
  // Made elsewhere, the card would be named.
  const isModelKept = difference?.model !== undefined && view.board.hidesModel(childId)
  const carried = (made: Difference) => (isModelKept ? withoutModel(made) : made)

  const close = () => view.lineage.part.set(null)
  useEscapeElsewhere(close)
  useEffect(() => {
    // What is clicked on from now on is what is meant.
    selectNone(view)
    return view.selection.subscribe(() => {
      const [id, ...others] = view.selection.get()
      const now = view.lineage.part.get()
      if (now?.kind === 'apply' && id !== undefined && others.length === 0)
        view.lineage.part.set({ ...now, targetId: id })
    })
  }, [view])

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <section role="dialog" aria-label={lineageTexts.apply} className="apply-panel popover" onKeyDown={press}>
      <header>
        <h2 className="font-semibold text-13">{lineageTexts.apply}</h2>
        <IconButton size="small" label={lineageTexts.close} keys="Esc" onClick={close}>
          <X />
        </IconButton>
      </header>
      {!difference && <p className="p-3 text-13 text-muted">{lineageTexts.applyGone}</p>}
      {difference && madeParent && madeChild && target && (
        <ApplyPreview
          view={view}
          shown={carried(difference)}
          difference={carried(differenceOf(madeParent, madeChild))}
          isModelKept={isModelKept}
          branchKind={child?.branchKind ?? 'remix'}
          target={target}
          onBack={() => {
            selectNone(view)
            view.lineage.part.set({ ...applying, targetId: null })
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
              // It was asked for by a button: what is typed next is what is looked for.
              // biome-ignore lint/a11y/noAutofocus: the panel is opened to choose
              autoFocus={matchMedia('(pointer: fine)').matches}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          <CardList words={words} except={childId} onChoose={(id) => selectOnly(view, id)} />
        </>
      )}
    </section>
  )
}
