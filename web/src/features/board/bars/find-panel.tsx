import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { centreOn } from '#domain/geometry/camera.ts'
import { cardRect, cardWidth } from '#domain/layout/card.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useFocusAfter } from '#web/ui/focus.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import type { BoardSession } from '../board-session.ts'
import { selectOnly } from '../selection.ts'
import { findTexts } from '../texts.ts'

const glideMs = 200
/** A hit is shown at least this large, so that its text is readable, if it fits a phone then. */
const readableZoom = 0.5
/** Screen pixels beside the hit. */
const margin = 16

function showCard({ board, controller }: BoardSession, id: string): void {
  const card = board.cards.get(id)
  if (!card) return
  const fittingZoom = (controller.viewport().width - 2 * margin) / cardWidth
  const zoom = Math.max(controller.get().zoom, Math.min(readableZoom, fittingZoom))
  controller.glideTo(centreOn(cardRect(card), controller.viewport(), zoom), glideMs)
}

/** Finds cards by prompt, model, and the program that asked for them: Enter steps through the hits, all other cards are dimmed. */
export function FindPanel({ session }: { session: BoardSession }) {
  const { board, hits } = session
  useFocusAfter()
  const [words, setWords] = useState('')
  /** The current hit, by its id: hits change their order while cards move and arrive. */
  const [hitId, setHitId] = useState<string | null>(null)
  const cards = useSettledCards(board)
  // Cards that come and go are hits, or none, as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `cards` stands for the board at this moment
  const found = useMemo(() => findCards(board, words), [board, words, cards])
  const index = found.indexOf(hitId ?? '')
  const current = found[index]

  useEffect(() => {
    hits.set(words.trim() === '' ? null : new Set(found))
  }, [hits, words, found])
  useEffect(() => () => hits.set(null), [hits])
  useEffect(() => {
    if (!current) return
    // Outlines the current hit among all that are not dimmed, and makes it the target of the next command.
    selectOnly(session, current)
    showCard(session, current)
  }, [session, current])

  const step = (by: number) => {
    const from = index === -1 && by < 0 ? 0 : index
    setHitId(found.at((from + by) % found.length) ?? null)
  }
  const close = () => session.overlays.close('find')
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }

  return (
    <search
      aria-label={findTexts.heading}
      className="find island -translate-x-1/2 absolute top-[76px] left-1/2 z-bar flex h-12 w-[min(440px,calc(100vw-24px))] items-center gap-1 pr-1.5 pl-4"
    >
      <PageMark part="find" />
      <Search aria-hidden="true" className="shrink-0 text-muted" />
      <input
        dir="auto"
        aria-label={findTexts.field}
        placeholder={findTexts.field}
        className="min-w-0 flex-1 bg-transparent px-2 text-14 outline-none"
        // Opened by a key or a menu: what is typed next is the search.
        // biome-ignore lint/a11y/noAutofocus: the panel is opened to type
        autoFocus
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setHitId(findCards(board, event.target.value)[0] ?? null)
        }}
        onKeyDown={press}
      />
      <span role="status" className="whitespace-nowrap px-1 text-12 text-muted tabular-nums">
        {words.trim() !== '' && findTexts.count(index + 1, found.length)}
      </span>
      <IconButton size="small" label={findTexts.previous} keys="Shift ↵" onClick={() => step(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton size="small" label={findTexts.next} keys="↵" onClick={() => step(1)}>
        <ChevronDown />
      </IconButton>
      <IconButton size="small" label={findTexts.close} keys="Esc" onClick={close}>
        <X />
      </IconButton>
    </search>
  )
}

/**
 * The cards whose prompt, model and maker contain every word or part of a word, in any script; in reading order: top to
 * bottom, then left to right.
 */
export function findCards({ cards, words }: Pick<BoardStore, 'cards' | 'words'>, wanted: string): string[] {
  if (wanted.trim() === '') return []
  const isWanted = matchesWords(wanted)
  const hits = [...cards.values()].filter(({ id }) => {
    const found = words(id)
    return found !== undefined && isWanted(`${found.prompt} ${found.model} ${found.maker}`)
  })
  return hits.sort((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id)
}
