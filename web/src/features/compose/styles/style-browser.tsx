import { useQuery } from '@tanstack/react-query'
import { Pin, Plus, Search } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type KeyboardEvent, useRef } from 'react'
import type { StyleShape } from '#contract/cards/style.ts'
import { maxStyleReferences, type StyleFamily, styleFamilies } from '#domain/styles/style.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { stylesQuery } from '#web/data/styles.ts'
import { Button } from '#web/ui/button.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { EmptyState, LoadFailed } from '#web/ui/page-states.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { styleTexts } from './texts.ts'
import './styles.css'

const styleGrid =
  'grid grid-cols-4 gap-x-3 gap-y-4 px-6 pt-1 pb-6 max-tablet:grid-cols-3 max-tablet:px-5 max-sm:grid-cols-2 max-sm:px-4'

type StyleBrowserProps = {
  filter: StyleFilter
  viewedId: string | null
  onFilter(change: Partial<StyleFilter>): void
  onView(id: string): void
  onCreate(): void
}

/** The tabs, the filters, the search, and the grid of matching styles. */
export function StyleBrowser(props: StyleBrowserProps) {
  const { filter, onFilter } = props
  return (
    <Tabs.Root
      value={filter.tab}
      onValueChange={(value) => onFilter({ tab: styleTabs.find((tab) => tab === value) ?? 'community' })}
      className="flex min-h-0 min-w-0 flex-col"
    >
      <Dialog.Title className="px-6 pt-5 font-semibold text-16 max-lg:px-5 max-sm:px-4">
        {styleTexts.title}
      </Dialog.Title>
      <Tabs.List
        aria-label={styleTexts.styles}
        className="tabs mx-6 mt-1 mb-0 max-tablet:mx-5 max-sm:mx-4 max-sm:gap-6"
      >
        {styleTabs.map((tab) => (
          <Tabs.Trigger key={tab} value={tab} className="tab">
            {styleTexts.tabs[tab]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <div className="flex items-center gap-2 px-6 py-3 max-lg:px-5 max-sm:flex-wrap max-sm:px-4">
        <fieldset className="flex gap-2">
          <legend className="sr-only">{styleTexts.filters}</legend>
          {[null, ...styleFamilies].map((family) => (
            <button
              key={family}
              type="button"
              aria-pressed={filter.family === family}
              className="style-filter"
              onClick={() => onFilter({ family })}
            >
              {family ? styleTexts.families[family] : styleTexts.all}
            </button>
          ))}
        </fieldset>
        <label className="ml-auto flex h-8 w-[240px] items-center gap-2 rounded-8 bg-raised px-2.5 text-13 focus-within:outline-2 focus-within:outline-(--focus) max-tablet:w-[136px] max-sm:-order-1 max-sm:h-10 max-sm:w-full">
          <Search aria-hidden="true" className="text-muted" />
          <input
            dir="auto"
            type="search"
            aria-label={styleTexts.search}
            placeholder={styleTexts.search}
            data-first-focus
            className="min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:appearance-none"
            value={filter.words}
            onChange={(event) => onFilter({ words: event.target.value })}
          />
        </label>
      </div>
      <Tabs.Content value={filter.tab} className="min-h-0 flex-1 overflow-y-auto outline-none" tabIndex={-1}>
        <Styles {...props} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

function Styles({ filter, viewedId, onFilter, onView, onCreate }: StyleBrowserProps) {
  const { data: styles, isError, refetch } = useQuery(stylesQuery)
  if (!styles && isError) return <LoadFailed {...styleTexts.failed} onTryAgain={() => void refetch()} />
  if (!styles)
    return (
      <div role="status" aria-label={styleTexts.loading} className={styleGrid}>
        {Array.from({ length: 8 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places that hold nothing
          <span key={place} className="shimmer mb-11 block aspect-4/5 rounded-12" />
        ))}
      </div>
    )
  const shown = visibleStyles(styles, filter)
  const isSearched = filter.words.trim() !== ''
  const isOffered = !isSearched && filter.tab !== 'pinned'
  return (
    <>
      <StyleGrid styles={shown} viewedId={viewedId} onView={onView} onCreate={isOffered ? onCreate : null} />
      {shown.length === 0 && (
        <EmptyState {...(isSearched ? styleTexts.noMatch : styleTexts.empty[filter.tab])}>
          {isSearched && (
            <Button kind="line" onClick={() => onFilter({ words: '' })}>
              {styleTexts.clear}
            </Button>
          )}
        </EmptyState>
      )}
    </>
  )
}

type StyleGridProps = {
  styles: readonly StyleShape[]
  viewedId: string | null
  onView(id: string): void
  /** Null where no style can be created from here. */
  onCreate: (() => void) | null
}

/** The styles as pictures. One of them is in the tab order; the arrows move among the others. */
function StyleGrid({ styles, viewedId, onView, onCreate }: StyleGridProps) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles the arrow keys of its buttons
    <div ref={grid} className={styleGrid} onKeyDown={walk}>
      {onCreate && (
        <button type="button" className="style-tile block min-w-0 self-start rounded-12 text-left" onClick={onCreate}>
          <span className="style-new">
            <Plus aria-hidden="true" className="size-[18px]!" />
            {styleTexts.create}
          </span>
          <b className="mt-2 block truncate text-13 font-medium tracking-[-0.003em]">{styleTexts.yourOwn}</b>
          <small className="block truncate text-12">{styleTexts.upTo(maxStyleReferences)}</small>
        </button>
      )}
      {styles.map(({ id, title, username, coverUrl, isPinned }) => (
        <button
          key={id}
          type="button"
          className="style-tile block min-w-0 self-start rounded-12 text-left"
          aria-pressed={id === viewedId}
          tabIndex={id === tabStop ? 0 : -1}
          onClick={() => onView(id)}
        >
          <img
            className="aspect-4/5 w-full rounded-12 object-cover"
            src={coverUrl}
            alt=""
            loading="lazy"
            draggable={false}
          />
          <b className="mt-2 block truncate text-13 font-medium tracking-[-0.003em]">
            {title}
            {isPinned && <Pin aria-label={styleTexts.tabs.pinned} className="ml-1 inline size-3! text-muted" />}
          </b>
          <small className="block truncate text-12">{styleTexts.by(username)}</small>
        </button>
      ))}
    </div>
  )
}

export const styleTabs = ['community', 'krea', 'private', 'pinned'] as const
export type StyleTab = (typeof styleTabs)[number]

/** The filter of the list of styles. */
export type StyleFilter = {
  readonly tab: StyleTab
  /** Null: both. */
  readonly family: StyleFamily | null
  /** Words or parts of words, in any order. */
  readonly words: string
}

/** The matching styles, in their order. The words may be in the title, the maker's name, the model or the phrase. */
export function visibleStyles(styles: readonly StyleShape[], { tab, family, words }: StyleFilter): StyleShape[] {
  const fits = matchesWords(words)
  return styles.filter(
    (style) =>
      (tab === 'pinned' ? style.isPinned : style.collection === tab) &&
      (family === null || style.family === family) &&
      fits([style.title, style.username, style.model, style.promptFragment].join(' ')),
  )
}
