import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { AssetShape } from '#contract/asset.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import { layOutAssets, rowsBetween } from './asset-layout.ts'
import { AssetTile, type TileHands } from './asset-tile.tsx'
import { dayLabel, dayOf } from './day-label.ts'
import { neighbourOf } from './neighbour.ts'
import { assetTexts } from './texts.ts'
import { useListView } from './use-list-view.ts'

type AssetGridProps = {
  assets: readonly AssetShape[]
  selected: ReadonlySet<string>
  press: 'opens' | 'selects'
  /** Whether the last day may have more than is here. */
  isComplete: boolean
  onOpen(asset: AssetShape): void
  onToggle(index: number, event: Pick<MouseEvent, 'shiftKey'>): void
  /** The end of what is here comes into view. */
  onEndNear(): void
}

/** Everything below this many screen pixels from the end asks for the next page. */
const endNear = 1_600

/** The images in justified rows by day. Only the rows on the screen and near it are elements of the page. */
export function AssetGrid({ assets, selected, press, isComplete, onOpen, onToggle, onEndNear }: AssetGridProps) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const { width, view, pace } = useListView(list)
  const isPhone = useMediaQuery(phoneQuery)
  const isNarrow = useMediaQuery('(max-width: 1023px)')
  const layout = useMemo(() => {
    const rowHeight = isPhone ? 148 : isNarrow ? 188 : 232
    const images = assets.map(({ id, width, height, createdAt }) => ({ id, width, height, day: dayOf(createdAt) }))
    return layOutAssets(images, { width: Math.max(1, width), rowHeight, gap: isPhone ? 4 : 8 })
  }, [assets, width, isPhone, isNarrow])

  const isEndNear = width > 0 && view.to > layout.height - endNear
  const latestEndNear = useRef(onEndNear)
  latestEndNear.current = onEndNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has come may still leave the end in view
  useEffect(() => {
    if (isEndNear) latestEndNear.current()
  }, [isEndNear, assets])

  /** Arrows go to the neighbour, also to one that is not an element yet. */
  const move = (index: number, event: KeyboardEvent) => {
    const target = neighbourOf(layout.rows, index, event.key)
    if (target === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const row = layout.rows.find(
      (each) => each.kind === 'images' && each.images.some((image) => image.index === target),
    )
    const top = (list?.getBoundingClientRect().top ?? 0) + scrollY + (row?.top ?? 0)
    const isHidden = top < scrollY + 140 || top + (row?.height ?? 0) > scrollY + innerHeight - 100
    if (isHidden) scrollTo({ top: top - innerHeight / 3 })
    const focus = () =>
      document.querySelector<HTMLElement>(`[data-asset="${assets[target]?.id}"]`)?.focus({ preventScroll: true })
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }

  const latest = useRef<TileHands>(null)
  latest.current = { open: onOpen, toggle: onToggle, press: move }
  // Always the same ones: a tile is not drawn again because the list was.
  const [hands] = useState<TileHands>(() => ({
    open: (asset) => latest.current?.open(asset),
    toggle: (index, event) => latest.current?.toggle(index, event),
    press: (index, event) => latest.current?.press(index, event),
  }))

  const now = new Date()
  const lastDay = layout.rows.findLast((row) => row.kind === 'day')
  return (
    <div ref={setList} className="asset-list" style={{ height: layout.height }}>
      {width > 0 &&
        rowsBetween(layout.rows, view.from, view.to).map((row) =>
          row.kind === 'day' ? (
            <h2 key={row.day} className="asset-day" style={{ top: row.top }}>
              {dayLabel(row.day, now)}
              <span>{assetTexts.images(row.count, row === lastDay && !isComplete ? 'more' : 'all')}</span>
            </h2>
          ) : (
            row.images.map(({ index, left, width: imageWidth }) => {
              const asset = assets[index]
              return (
                asset && (
                  <AssetTile
                    key={asset.id}
                    asset={asset}
                    index={index}
                    left={left}
                    top={row.top}
                    width={imageWidth}
                    height={row.height}
                    isSelected={selected.has(asset.id)}
                    press={press}
                    pace={pace}
                    hands={hands}
                  />
                )
              )
            })
          ),
        )}
    </div>
  )
}
