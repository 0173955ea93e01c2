import { Check, Heart, Star, ThumbsDown } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { AssetShape } from '#contract/cards/asset.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { formatDate } from '#domain/format.ts'
import { type ImageSize, imageAddress, thumbnailSizes } from '#web/data/pictures/image-address.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import {
  type LayoutRow,
  layOutAssets,
  paceBetween,
  rowsBetween,
  type ScrollPace,
  type ScrollPlace,
} from './asset-layout.ts'
import { assetTexts } from './texts.ts'

type AssetGridProps = {
  assets: readonly AssetShape[]
  selected: ReadonlySet<string>
  press: 'opens' | 'selects'
  /** The size of its rows: across a page, or in a narrow panel, whose element that scrolls has `data-scrolls`. */
  room: 'page' | 'panel'
  /** Whether the last day may have more images than are loaded. */
  isComplete: boolean
  onOpen(asset: AssetShape): void
  onToggle(index: number, event: Pick<MouseEvent, 'shiftKey'>): void
  /** Called by Enter on an image; default: the same as a press. */
  onEnter?(asset: AssetShape): void
  /** Called when the end of the loaded images comes into view. */
  onEndNear(): void
}

/** The approximate height of a row in a narrow panel, in screen pixels. */
const panelRow = 116
/** The next page is requested when the view is this many screen pixels from the end. */
const endNear = 1_600

/** The images in justified rows by day. Only the rows on the screen and near it are elements of the page. */
export function AssetGrid(props: AssetGridProps) {
  const { assets, selected, press, room, isComplete, onOpen, onToggle, onEnter, onEndNear } = props
  const [list, setList] = useState<HTMLElement | null>(null)
  const { width, view, pace } = useListView(list)
  const isPhone = useMediaQuery(phoneQuery)
  const isNarrow = useMediaQuery('(width < 1024px)')
  const layout = useMemo(() => {
    const pageRow = isPhone ? 148 : isNarrow ? 188 : 232
    const rowHeight = room === 'panel' ? panelRow : pageRow
    const images = assets.map(({ id, width, height, createdAt }) => ({ id, width, height, day: dayOf(createdAt) }))
    return layOutAssets(images, { width: Math.max(1, width), rowHeight, gap: isPhone || room === 'panel' ? 4 : 8 })
  }, [assets, width, room, isPhone, isNarrow])

  const isEndNear = width > 0 && view.to > layout.height - endNear
  const latestEndNear = useRef(onEndNear)
  latestEndNear.current = onEndNear
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has come may still leave the end in view
  useEffect(() => {
    if (isEndNear) latestEndNear.current()
  }, [isEndNear, assets])

  /** Arrows move to the neighbor, also to one that is not mounted yet. */
  const move = (index: number, event: KeyboardEvent) => {
    const asset = assets[index]
    if (event.key === 'Enter' && onEnter && asset) {
      event.preventDefault()
      return onEnter(asset)
    }
    const target = neighbourOf(layout.rows, index, event.key)
    if (target === null || !list || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const row = layout.rows.find(
      (each) => each.kind === 'images' && each.images.some((image) => image.index === target),
    )
    const { scroller, from, to } = scrollerOf(list)
    const top = list.getBoundingClientRect().top + (row?.top ?? 0)
    const isHidden = top < from || top + (row?.height ?? 0) > to
    if (isHidden) scroller.scrollBy({ top: top - from - (to - from) / 3 })
    const focus = () =>
      document.querySelector<HTMLElement>(`[data-asset="${assets[target]?.id}"]`)?.focus({ preventScroll: true })
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }

  const latest = useRef<TileHands>(null)
  latest.current = { open: onOpen, toggle: onToggle, press: move }
  // Stable callbacks: a tile does not render again because the list did.
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
            <h2 key={row.day} className="asset-day absolute flex items-baseline gap-2 pt-4" style={{ top: row.top }}>
              {dayLabel(row.day, now)}
              {/* Of a day that is loaded in part, the number is not known. */}
              {(row !== lastDay || isComplete) && <span>{assetTexts.images(row.count, 'all')}</span>}
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

/** The element that scrolls a list, and the part of the screen in which its rows are seen, in screen pixels from the top. */
function scrollerOf(list: Element): { scroller: Element; from: number; to: number } {
  const panel = list.closest('[data-scrolls]')
  if (!panel) return { scroller: document.documentElement, from: 140, to: innerHeight - 100 }
  const { top, bottom } = panel.getBoundingClientRect()
  return { scroller: panel, from: top, to: bottom }
}

/** Rows this far outside the window are mounted, in screen pixels. */
const ahead = 800
/** The part of the list that is shown is computed in steps, so that a scroll renders seldom. */
const step = 200
/** Without a scroll for this long, a list is calm again. Milliseconds. */
const calmAfter = 150

/** The width of a list, the part of it on the screen or near it, from the list's top, and its scroll speed. */
function useListView(list: HTMLElement | null) {
  const [width, setWidth] = useState(0)
  const [view, setView] = useState({ from: 0, to: 2 * ahead })
  const [pace, setPace] = useState<ScrollPace>('calm')

  useLayoutEffect(() => {
    if (!list) return
    const measure = () => setWidth(list.clientWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(list)
    return () => watch.disconnect()
  }, [list])

  useEffect(() => {
    if (!list) return
    let frame = 0
    let calming: ReturnType<typeof setTimeout> | undefined
    let before: ScrollPlace | null = null
    const look = () => {
      frame = 0
      const { top } = list.getBoundingClientRect()
      const place = { top, atMs: performance.now() }
      if (before && paceBetween(before, place, innerHeight) === 'quick') setPace('quick')
      before = place
      clearTimeout(calming)
      calming = setTimeout(() => setPace('calm'), calmAfter)
      const from = Math.floor((-top - ahead) / step) * step
      const to = Math.ceil((innerHeight - top + ahead) / step) * step
      setView((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    const schedule = () => {
      frame ||= requestAnimationFrame(look)
    }
    look()
    // Also of a panel that scrolls: such an event does not bubble.
    addEventListener('scroll', schedule, { passive: true, capture: true })
    addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(calming)
      removeEventListener('scroll', schedule, { capture: true })
      removeEventListener('resize', schedule)
    }
  }, [list])

  return { width, view, pace }
}

/** The neighbor of an image by an arrow key; null at the edges and for any other key. */
export function neighbourOf(rows: readonly LayoutRow[], index: number, key: string): number | null {
  const imageRows = rows.filter((row) => row.kind === 'images')
  const at = imageRows.findIndex(({ images }) => images.some((image) => image.index === index))
  const own = imageRows[at]?.images.find((image) => image.index === index)
  if (!own) return null
  const last = imageRows.at(-1)?.images.at(-1)?.index ?? 0
  if (key === 'ArrowLeft') return index > 0 ? index - 1 : null
  if (key === 'ArrowRight') return index < last ? index + 1 : null
  const next = key === 'ArrowUp' ? imageRows[at - 1] : key === 'ArrowDown' ? imageRows[at + 1] : undefined
  if (!next) return null
  const middle = own.left + own.width / 2
  const distance = (image: { left: number; width: number }) => Math.abs(image.left + image.width / 2 - middle)
  return next.images.reduce((best, image) => (distance(image) < distance(best) ? image : best)).index
}

/** The day of a time, `YYYY-MM-DD` in the user's time zone. */
export function dayOf(createdAt: string): string {
  const date = new Date(createdAt)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** 'Today', 'Yesterday', or '19 November 2026'. */
export function dayLabel(day: string, now: Date): string {
  if (day === dayOf(now.toISOString())) return assetTexts.today
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (day === dayOf(yesterday.toISOString())) return assetTexts.yesterday
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return formatDate(new Date(year, month - 1, date).getTime())
}

const icons = { like: Heart, star: Star, dislike: ThumbsDown }

/** The smallest file that is sharp in this box, which is measured in screen pixels. */
const sizeFor = (longestSide: number): ImageSize =>
  thumbnailSizes.find((size) => size >= longestSide * Math.min(2, devicePixelRatio)) ?? 512

/** A quarter of the pixels to load, to decode and to paint: enough for a passing picture. */
const passingSize = 256

/**
 * A sharp file for this box, and a smaller one for a tile that was mounted while the list was scrolled quickly, until
 * it is calm.
 * @param longestSide Screen pixels.
 */
function usePictureSize(longestSide: number, pace: ScrollPace): ImageSize {
  const sharp = sizeFor(longestSide)
  const [isPassing, setPassing] = useState(pace === 'quick')
  if (isPassing && pace === 'calm') setPassing(false)
  return isPassing && sharp === 512 ? passingSize : sharp
}

/** The actions on a tile. */
type TileHands = {
  open(asset: AssetShape): void
  toggle(index: number, event: MouseEvent): void
  /** A key was pressed on it. */
  press(index: number, event: KeyboardEvent): void
}

type AssetTileProps = {
  asset: AssetShape
  /** Its index in the list. */
  index: number
  left: number
  top: number
  width: number
  height: number
  isSelected: boolean
  /** A press on the picture opens it, or selects it while images are being selected. */
  press: 'opens' | 'selects'
  pace: ScrollPace
  hands: TileHands
}

/**
 * One image of the list, uncropped, named by its prompt. Memoized: while the list scrolls, only changed tiles render
 * again.
 */
const AssetTile = memo(function AssetTile(props: AssetTileProps) {
  const { asset, index, isSelected, press, pace, hands, ...place } = props
  const { id, prompt, averageColor, feedback } = asset
  const size = usePictureSize(Math.max(place.width, place.height), pace)
  const selects = press === 'selects'
  const given = feedbackTypes.filter((type) => feedback.includes(type))
  return (
    <div className="asset" data-selected={isSelected || undefined} style={place}>
      <button
        type="button"
        data-asset={id}
        className="asset-open block size-full rounded-8"
        aria-label={selects ? assetTexts.select(prompt) : assetTexts.open(prompt)}
        aria-pressed={selects ? isSelected : undefined}
        style={{ backgroundColor: averageColor ?? undefined }}
        onClick={(event) => (selects || event.shiftKey ? hands.toggle(index, event) : hands.open(asset))}
        onKeyDown={(event) => hands.press(index, event)}
      >
        <img
          className="size-full rounded-[inherit]"
          src={imageAddress(id, size)}
          alt={prompt}
          draggable={false}
          // A list that is scrolled quickly does not wait for its pictures.
          decoding="async"
          onLoad={({ currentTarget }) => {
            currentTarget.dataset.shown = ''
          }}
        />
      </button>
      <button
        type="button"
        className="asset-check absolute size-6 place-items-center rounded-full after:absolute"
        aria-label={assetTexts.select(prompt)}
        aria-pressed={isSelected}
        // The picture itself does the same then.
        hidden={selects}
        onClick={(event) => hands.toggle(index, event)}
      >
        <Check aria-hidden="true" />
      </button>
      {selects && (
        <span className="asset-check absolute size-6 place-items-center rounded-full after:absolute" aria-hidden="true">
          <Check />
        </span>
      )}
      {given.length > 0 && (
        <span
          className="asset-feedback pointer-events-none absolute right-2 bottom-2 flex gap-1.5 text-(--on-glass) [&>svg]:fill-current"
          aria-hidden="true"
        >
          {given.map((type) => {
            const Icon = icons[type]
            return <Icon key={type} />
          })}
        </span>
      )}
    </div>
  )
})
