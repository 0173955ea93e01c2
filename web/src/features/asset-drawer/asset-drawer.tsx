import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { AssetShape } from '#contract/cards/asset.ts'
import { maxBroughtIn } from '#domain/generation/origin.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { followPress } from '#web/canvas/input/follow-press.ts'
import { type AssetFilter, parseAssetFilter } from '#web/data/assets/asset-filter.ts'
import { keptWithBoard } from '#web/data/live/kept-with-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { createStore, useStore } from '#web/data/store.ts'
import { AssetFilters, AssetSearch, type FilterChange } from '#web/features/assets/asset-filters.tsx'
import { AssetGrid } from '#web/features/assets/asset-grid.tsx'
import { AssetList, useFoundAssets, useSelection } from '#web/features/assets/asset-list.tsx'
import { assetTexts } from '#web/features/assets/texts.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { openPromptBar } from '#web/features/board/cards/new-cards.ts'
import { commandOf, contextOf } from '#web/features/board/commands/board-command.ts'
import { bringAssets } from '#web/features/bring-in/bring-files.ts'
import { cornerUnder, DropPlace, isPlaceSeen, placeUnder } from '#web/features/bring-in/bring-in-target.tsx'
import { attachToBar } from '#web/features/compose/bar/attach-to-bar.ts'
import { promptTexts } from '#web/features/compose/texts.ts'
import { announce } from '#web/ui/announce.ts'
import { useMediaQuery } from '#web/ui/browser-state.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { type KeyHandlers, type KeyPress, useKeys } from '#web/ui/keyboard.ts'
import { assetDrawerTexts } from './texts.ts'
import './asset-drawer.css'

/** The filter stays while the page is open: the drawer is closed and opened between two pictures. */
const filterOn = keptWithBoard(() => createStore<AssetFilter>({}))

/** The images of the user beside the canvas, found as on the assets page, to be put on it as cards. */
export function AssetDrawer({ session }: { session: BoardSession }) {
  const node = useRef<HTMLElement>(null)
  const filter = useStore(filterOn(session.board))
  const found = useFoundAssets(filter)
  const { assets, hasMore, total } = found
  const selection = useSelection(assets, maxBroughtIn)
  const isTouch = useMediaQuery('(hover: none)')
  const close = () => session.overlays.close('assets')
  const attach = (chosen: readonly AssetShape[]) => {
    attachToBar(session, chosen)
    announce(assetDrawerTexts.attached(chosen.length))
    selection.clear()
  }
  const carrying = useCarrying({
    session,
    onAttach: attach,
    withIt: (id) => (selection.ids.has(id) ? selection.assets : assets.filter((asset) => asset.id === id)),
    onDropped: selection.clear,
  })
  useDrawerFocus(node)
  useDrawerKeys(session, node, selection.selectAll)

  const show = (next: AssetFilter) => filterOn(session.board).set(next)
  const change = (part: FilterChange) => show(parseAssetFilter({ ...filter, ...part }))
  const put = (chosen: readonly AssetShape[]) => {
    void bringAssets(session, chosen, null)
    announce(assetDrawerTexts.coming(chosen.length))
    selection.clear()
  }
  const writePrompt = () => {
    close()
    openPromptBar(session)
  }
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    node.current?.querySelector<HTMLElement>('[data-asset]')?.focus()
  }

  return (
    <>
      <FloatingPanel
        title={assetDrawerTexts.title}
        closeLabel={assetDrawerTexts.close}
        part="asset-drawer"
        className="covers-canvas"
        panelRef={node}
        closesFrom="both"
        subtitle={
          assets.length > 0 && (
            <span className="ml-2 text-12 text-muted tabular-nums">
              {assetTexts.images(total.count, total.isExact ? 'all' : 'more')}
            </span>
          )
        }
        onClose={close}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the field in it */}
        <div className="px-3" onKeyDown={enterList}>
          <AssetSearch keys={null} value={filter.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
        </div>
        <div className="drawer-filters flex flex-none scrollbar-none gap-1 overflow-x-auto py-2 pl-3 after:pointer-events-none after:sticky after:right-0 after:-ml-3 after:w-8 after:flex-none">
          <AssetFilters filter={filter} onChange={change} />
        </div>
        <div
          className="drawer-list relative min-h-0 flex-1 scrollbar-thin scrollbar-thumb-edge overflow-y-auto overscroll-contain px-3 pb-4"
          data-scrolls
          data-selecting={selection.ids.size > 0 || undefined}
          onPointerDown={carrying.press}
        >
          <AssetList
            found={found}
            isFiltered={Object.keys(filter).length > 0}
            onClearFilter={() => show({})}
            firstStep={
              <Button kind="line" onClick={writePrompt}>
                {assetDrawerTexts.emptyAction}
              </Button>
            }
          >
            <AssetGrid
              assets={assets}
              selected={selection.ids}
              press="selects"
              room="panel"
              isComplete={!hasMore}
              onOpen={() => {}}
              onToggle={selection.toggle}
              onEnter={(asset) => put(selection.ids.has(asset.id) ? selection.assets : [asset])}
              onEndNear={found.loadMore}
            />
          </AssetList>
        </div>
        {assets.length > 0 && (
          <footer className="drawer-foot flex min-h-12 flex-none items-center gap-1 border-t border-hairline py-2 pr-2 pl-3.5 text-12 text-muted select-none">
            {selection.assets.length === 0 ? (
              <p>{isTouch ? assetDrawerTexts.hint.touch : assetDrawerTexts.hint.mouse}</p>
            ) : (
              <>
                <b role="status">{assetDrawerTexts.selected(selection.assets.length)}</b>
                <IconButton size="small" label={assetDrawerTexts.clear} onClick={selection.clear}>
                  <X />
                </IconButton>
                <Button
                  kind="quiet"
                  size="small"
                  className="ml-auto"
                  aria-label={assetDrawerTexts.attach}
                  onClick={() => attach(selection.assets)}
                >
                  {assetDrawerTexts.attachShort}
                </Button>
                <Button kind="solid" size="small" onClick={() => put(selection.assets)}>
                  {assetDrawerTexts.put}
                </Button>
              </>
            )}
          </footer>
        )}
      </FloatingPanel>
      {carrying.shown}
    </>
  )
}

/** The buttons that open it: in the dock, and on a phone, which has no dock. */
const openers = ['.dock [data-command="assets"]', '.add-button']

/** The search has the focus first, where no keyboard would cover the drawer; in the end the button that opens it has it. */
function useDrawerFocus(node: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const panel = node.current
    const field = matchMedia('(pointer: coarse)').matches ? null : panel?.querySelector<HTMLElement>('input')
    const first = field ?? panel
    first?.focus({ preventScroll: true })
    return () => {
      const { activeElement } = document
      // Something else was focused meanwhile.
      if (activeElement !== document.body && !panel?.contains(activeElement)) return
      const buttons = openers.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? [])
      buttons.find((button) => button.checkVisibility())?.focus({ preventScroll: true })
    }
  }, [node])
}

/** Keys of the canvas that work in the drawer as well, but for its fields. */
const sharedKeys = ['undo', 'redo', 'assets']

const isInField = ({ target }: KeyPress) => target instanceof Element && target.matches('input')

function useDrawerKeys(
  session: BoardSession,
  within: { readonly current: HTMLElement | null },
  selectAll: () => void,
): void {
  const shared = sharedKeys.flatMap((id) => commandOf(session, id) ?? [])
  const handlers: KeyHandlers = shared.flatMap((command) =>
    command.keys.map((keys) => [keys, () => command.run(contextOf(session))] as const),
  )
  const outsideOfFields = [...handlers, ['Mod+A', selectAll] as const].map(
    ([keys, run]) => [keys, (event: KeyPress) => (isInField(event) ? false : void run(event))] as const,
  )
  useKeys('panel', outsideOfFields, { within })
}

/** Images that a pointer is dragging, and where it is, in screen pixels. */
type Carried = { readonly assets: readonly AssetShape[]; readonly at: Point }

/** The pictures that are shown while more are dragged: those of one card. */
const shownAtOnce = 4

const isOnCanvas = ({ x, y }: Point) => document.elementFromPoint(x, y)?.closest('.canvas, .empty-board') != null
/** The part of the prompt bar that takes pictures; null elsewhere. */
const barUnder = ({ x, y }: Point) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('.prompt-bar .picture-drop') ?? null

type CarryOptions = {
  session: BoardSession
  /** The images that go along with the one that is dragged, itself among them. */
  withIt(assetId: string): readonly AssetShape[]
  /** Dropped on the prompt bar, to be attached to it. */
  onAttach(assets: readonly AssetShape[]): void
  onDropped(): void
}

/** Lets images be dragged out of a list onto the canvas or the prompt bar, by mouse, pen, or a finger that moves sideways. */
function useCarrying({ session, withIt, onAttach, onDropped }: CarryOptions) {
  const [carried, setCarried] = useState<Carried | null>(null)

  const press = (event: ReactPointerEvent<HTMLElement>) => {
    const { target, currentTarget, clientX, clientY, button } = event
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-asset]')?.dataset.asset : undefined
    if (id === undefined || button !== 0) return
    const assets = withIt(id)
    const pointAt = (offset: Point) => ({ x: clientX + offset.x, y: clientY + offset.y })
    followPress(event.nativeEvent, currentTarget, {
      onMove: (offset) => setCarried({ assets, at: pointAt(offset) }),
      onEnd(offset) {
        setCarried(null)
        const at = pointAt(offset)
        if (barUnder(at)) return onAttach(assets)
        if (!isOnCanvas(at)) return
        void bringAssets(session, assets, cornerUnder(session, { clientX: at.x, clientY: at.y }))
        onDropped()
      },
      onCancel: () => setCarried(null),
    })
  }
  return { press, shown: carried && <CarriedAssets session={session} carried={carried} /> }
}

/** The dragged pictures: in the outline of their card where it is seen on the canvas, at the pointer elsewhere. */
function CarriedAssets({ session, carried: { assets, at } }: { session: BoardSession; carried: Carried }) {
  useBarTarget(barUnder(at))
  const pictures = assets
    .slice(0, shownAtOnce)
    .map(({ id, averageColor }) => (
      <img key={id} src={imageAddress(id, 256)} alt="" style={{ backgroundColor: averageColor ?? undefined }} />
    ))
  const more = assets.length - pictures.length
  const place = isOnCanvas(at) ? placeUnder(session, { clientX: at.x, clientY: at.y }) : null
  const isInOutline = place !== null && isPlaceSeen(session, place)
  return (
    <>
      {place && (
        <DropPlace session={session} place={place} count={assets.length}>
          {isInOutline && (
            <span className="carried-pictures mb-2.5 h-[60%] max-w-[calc(100%_-_24px)] gap-2">{pictures}</span>
          )}
        </DropPlace>
      )}
      {!isInOutline && (
        <div
          className="carried pointer-events-none fixed top-0 left-0 z-topmost flex"
          style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
        >
          {pictures}
          {more > 0 && <b>+{more}</b>}
        </div>
      )}
    </>
  )
}

/** Marks the prompt bar as the target while pictures are over it, as it marks itself for files. */
function useBarTarget(bar: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (!bar) return
    bar.dataset.over = promptTexts.dropHere
    return () => {
      delete bar.dataset.over
    }
  }, [bar])
}
