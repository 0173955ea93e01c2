import { Pin, Plus } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { StyleShape } from '#contract/style.ts'
import { mostStyleReferences } from '#domain/styles/style.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { styleTexts } from './texts.ts'
import './style-grid.css'

type StyleGridProps = {
  styles: readonly StyleShape[]
  viewedId: string | null
  onView(id: string): void
  /** Null where no style can be made from here. */
  onCreate: (() => void) | null
}

/** The styles as pictures. One of them is in the tab order; the arrows walk the others. */
export function StyleGrid({ styles, viewedId, onView, onCreate }: StyleGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const isViewed = styles.some(({ id }) => id === viewedId)
  const tabStop = isViewed ? viewedId : (styles[0]?.id ?? null)

  const walk = (event: KeyboardEvent) => {
    const tiles = [...(grid.current?.querySelectorAll<HTMLElement>('.style-tile') ?? [])]
    const columns = grid.current ? getComputedStyle(grid.current).gridTemplateColumns.split(' ').length : 1
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveFocus(tiles, step)
  }

  return (
    // The arrows belong to the tiles, which are buttons.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its buttons are told
    <div ref={grid} className="style-grid" onKeyDown={walk}>
      {onCreate && (
        <button type="button" className="style-tile" onClick={onCreate}>
          <span className="style-new">
            <Plus aria-hidden="true" className="size-[18px]!" />
            {styleTexts.create}
          </span>
          <b>{styleTexts.yourOwn}</b>
          <small>{styleTexts.upTo(mostStyleReferences)}</small>
        </button>
      )}
      {styles.map(({ id, title, username, coverUrl, isPinned }) => (
        <button
          key={id}
          type="button"
          className="style-tile"
          aria-pressed={id === viewedId}
          tabIndex={id === tabStop ? 0 : -1}
          onClick={() => onView(id)}
        >
          <img src={coverUrl} alt="" loading="lazy" draggable={false} />
          <b>
            {title}
            {isPinned && <Pin aria-label={styleTexts.tabs.pinned} className="ml-1 inline size-3! text-muted" />}
          </b>
          <small>{styleTexts.by(username)}</small>
        </button>
      ))}
    </div>
  )
}
