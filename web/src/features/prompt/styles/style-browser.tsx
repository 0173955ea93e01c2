import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Dialog, Tabs } from 'radix-ui'
import { styleFamilies } from '#domain/styles/style.ts'
import { stylesQuery } from '#web/data/styles.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { StyleGrid } from './style-grid.tsx'
import { styleTexts } from './texts.ts'
import { type StyleFilter, styleTabs, visibleStyles } from './visible-styles.ts'

type StyleBrowserProps = {
  filter: StyleFilter
  viewedId: string | null
  onFilter(change: Partial<StyleFilter>): void
  onView(id: string): void
  onCreate(): void
}

/** The tabs, the filters, the search, and the grid of what they let through. */
export function StyleBrowser(props: StyleBrowserProps) {
  const { filter, onFilter } = props
  return (
    <Tabs.Root
      value={filter.tab}
      onValueChange={(value) => onFilter({ tab: styleTabs.find((tab) => tab === value) ?? 'community' })}
      className="style-browser"
    >
      <Dialog.Title className="px-6 pt-5 font-semibold text-16 max-lg:px-5 max-sm:px-4">
        {styleTexts.title}
      </Dialog.Title>
      <Tabs.List aria-label={styleTexts.styles} className="tabs style-tabs">
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
        <label className="style-search">
          <Search aria-hidden="true" className="text-muted" />
          <input
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
      <div role="status" aria-label={styleTexts.loading} className="style-grid">
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
