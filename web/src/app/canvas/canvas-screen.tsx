import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { CanvasStateShape } from '#contract/board/project.ts'
import type { EditOperation } from '#domain/edit/operation.ts'
import { createCameraController } from '#web/canvas/camera-controller.ts'
import { startPinchForwarding } from '#web/canvas/input/forward-pinch.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { startSavingView } from '#web/data/canvas-view.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { useStore } from '#web/data/store.ts'
import { assetDrawerCommand } from '#web/features/asset-drawer/asset-drawer-command.ts'
import { assistantCommand } from '#web/features/assistant/assistant-command.ts'
import { AddMenu, Dock } from '#web/features/board/bars/dock.tsx'
import { BoardCanvas } from '#web/features/board/board-canvas.tsx'
import { preparePainter } from '#web/features/board/board-scene.ts'
import {
  type BoardCommand,
  type BoardSession,
  BoardSessionProvider,
  createBoardSession,
  readMinimapState,
  useIsEmpty,
  useSelect,
} from '#web/features/board/board-session.ts'
import { useGrowingArrivals } from '#web/features/board/cards/growth.ts'
import { useTidyOffer } from '#web/features/board/cards/tidy-offer.ts'
import { commandOf, contextOf, useBoardCommands } from '#web/features/board/commands/board-command.ts'
import { cardCommands, createCommands, editCommands } from '#web/features/board/commands/card-commands.ts'
import { exportCommand, viewCommands } from '#web/features/board/commands/view-commands.ts'
import { keepSelectionOnBoard } from '#web/features/board/selection.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { initialView, newestCard, useCardLink, useRecenter } from '#web/features/board/view-moves.ts'
import { bringInCommands } from '#web/features/bring-in/bring-in-commands.ts'
import { referenceCommand } from '#web/features/compose/bar/attach-to-bar.ts'
import { failedCardCommands } from '#web/features/compose/bar/change-words.ts'
import { LandingPlace } from '#web/features/compose/bar/landing-place.tsx'
import { PromptBar } from '#web/features/compose/bar/prompt-bar.tsx'
import { ComposedPlace } from '#web/features/compose/canvas/panel-place.tsx'
import { rebuildCommand } from '#web/features/compose/canvas/rebuild-command.ts'
import { imageEditCommands } from '#web/features/edit/edit-commands.ts'
import { frameCommands, frameTools } from '#web/features/frames/frame-commands.ts'
import { lineageCommands } from '#web/features/lineage/lineage-commands.ts'
import { presentCommand } from '#web/features/present/present-command.ts'
import { saveCommands } from '#web/features/prompts/canvas/save-commands.ts'
import { describeCommands } from '#web/features/prompts/describe/describe-commands.ts'
import { purseCommand } from '#web/features/purses/purse-commands.ts'
import { inboxCommand, shareCommands } from '#web/features/review/owner/share-commands.tsx'
import { useCommentMarks, useCommentsLink } from '#web/features/review/owner/use-comment-marks.ts'
import { SeriesBar, seriesCommands } from '#web/features/series/series-bar.tsx'
import { timelineCommand } from '#web/features/timeline/timeline-command.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { LoadFailed } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CanvasOverlays } from './canvas-overlays.tsx'
import { FrameFront, FrameGround, FrameOverlays } from './frame-slots.tsx'

/** Target of an address within a canvas: a card, one of its images in the editor, what the editor begins with; and the comments. */
export type CanvasLink = {
  readonly cardId: string | null
  readonly editedId: string | null
  readonly operation: EditOperation | null
  /** The id of a comment, or `open`; null: the comments are not opened. */
  readonly comments: string | null
}

type CanvasScreenProps = {
  board: BoardStore
  /** Rendered above the canvas; without a view while the board is being read. */
  header(session: BoardSession | null): ReactNode
  /** `undefined` while it is being read; the canvas waits for it. */
  saved: CanvasStateShape | null | undefined
  /** The card in the address; null for none. */
  link: CanvasLink
}

/** A project's canvas, from the first request to the last card. */
export function CanvasScreen({ board, saved, header, link }: CanvasScreenProps) {
  const state = useStore(board.loadState)

  useEffect(() => {
    if (state === 'failed') showToast({ kind: 'error', title: boardTexts.error, description: boardTexts.failedToLoad })
  }, [state])

  if (state === 'loaded' && saved !== undefined)
    return <OpenCanvas board={board} saved={saved} header={header} link={link} />
  return (
    <>
      {header(null)}
      <main className="h-full">
        {state === 'failed' ? (
          <div className="grid h-full place-items-center">
            <LoadFailed
              title={boardTexts.failedTitle}
              text={boardTexts.failedToLoad}
              onTryAgain={() => liveSession().readBoard(board)}
            />
          </div>
        ) : (
          <LoadingBoard />
        )}
      </main>
    </>
  )
}

// Parts that are loaded after the first cards.
const zoomBar = offlinePart(async () => (await import('#web/features/board/bars/zoom-bar.tsx')).ZoomBar)
const cardTree = offlinePart(async () => (await import('#web/features/board/bars/card-tree.tsx')).CardTree)
const minimap = offlinePart(async () => (await import('#web/features/board/bars/minimap.tsx')).Minimap)
const pictureStrip = offlinePart(async () => (await import('#web/features/board/cards/picture-tools.tsx')).PictureStrip)
const firstStepHint = offlinePart(
  async () => (await import('#web/features/board/first-steps/first-step-hint.tsx')).FirstStepHint,
)

/** A board that is emptied without a connection has it too. */
const emptyBoard = offlinePart(async () => (await import('#web/features/starters/empty-board.tsx')).EmptyBoard)

function LoadingBoard() {
  useEffect(preparePainter, [])
  return <LoadingCard label={boardTexts.loading} />
}

/** The same element each time, so that the cards are not rendered again. */
const futurePlaces = (
  <>
    <ComposedPlace />
    <LandingPlace />
  </>
)

type OpenCanvasProps = Omit<CanvasScreenProps, 'saved'> & { saved: CanvasStateShape | null }

function OpenCanvas({ board, saved, header, link }: OpenCanvasProps) {
  const [session] = useState(() => {
    const cards = [...board.cards.values()]
    const viewport = { width: innerWidth, height: innerHeight }
    const opening = liveSession().handedOver(board.projectId)
    const { frames, notes } = board.items.get()
    const items = { cards, frames: [...frames.values()], notes: [...notes.values()] }
    const controller = createCameraController(
      initialView({ saved, ...items, viewport, opening, minimap: readMinimapState() }),
    )
    return createBoardSession({ board, controller, commands: boardCommands })
  })
  useEffect(() => liveSession().forgetHandedOver(board.projectId), [board])
  const isEmpty = useIsEmpty(board)
  const [wasPlanted, setPlanted] = useState(!isEmpty)
  if (!isEmpty && !wasPlanted) setPlanted(true)
  const awaited = useSelect(session.awaited, ([first]) => first && (first.isBroughtIn ? 'brought-in' : 'made'))
  useRecenter(session)
  useGrowingArrivals(session)
  useTidyOffer(session)
  useCardLink(session, link.cardId)
  useEditLink(session, link)
  useCommentsLink(session, link.comments)
  useCommentMarks(session)
  useBoardCommands(session)
  // Read with the board, though nothing here shows them: every prompt panel needs the models from its first moment.
  useQuery({ ...modelsQuery, notifyOnChangeProps: [] })
  useEffect(() => keepSelectionOnBoard(session), [session])
  useEffect(startPinchForwarding, [])

  useEffect(() => {
    const { controller } = session
    const saving = startSavingView(board.projectId, () => newestCard(board.cards.values())?.id ?? null)
    const stop = controller.onFrame(() => saving.note(controller.get(), controller.viewport()))
    return () => {
      stop()
      saving.stop()
    }
  }, [board, session])

  return (
    <>
      {header(session)}
      <main className="h-full">
        <BoardSessionProvider value={session}>
          <LazySlot part={cardTree} props={{}} />
          <BoardCanvas
            behindCards={futurePlaces}
            ground={<FrameGround session={session} />}
            front={<FrameFront session={session} />}
          />
          <FrameOverlays session={session} />
          <LazySlot part={minimap} props={{ session }} />
          <LazySlot part={pictureStrip} props={{}} />
          {/* Before what is placed above it. */}
          <PromptBar above={<LazySlot part={firstStepHint} props={{ board }} />} />
          <Dock />
          <LazySlot part={zoomBar} props={{ session }} />
          <AddMenu />
          <CanvasOverlays session={session} />
          <SeriesBar session={session} />
        </BoardSessionProvider>
        {isEmpty && awaited && (
          <div className="pointer-events-none absolute inset-0">
            <LoadingCard label={awaited === 'brought-in' ? boardTexts.bringingIn : boardTexts.generating} />
          </div>
        )}
        {isEmpty && !awaited && (
          <LazySlot
            part={emptyBoard}
            props={{
              projectId: board.projectId,
              wasPlanted,
              onChoosePictures: () => runCommand(session, 'bring-in'),
            }}
          />
        )}
      </main>
    </>
  )
}

/** Opens the image of the address in the editor, once. */
function useEditLink(session: BoardSession, { cardId, editedId, operation }: CanvasLink): void {
  useEffect(() => {
    if (cardId === null || editedId === null) return
    session.overlays.open({ kind: 'edit', cardId, imageId: editedId, operation })
    // Not again after a reload.
    history.replaceState(history.state, '', location.pathname)
  }, [session, cardId, editedId, operation])
}

/** Runs a command of the canvas as the palette does. */
const runCommand = (session: BoardSession, id: string): void => commandOf(session, id)?.run(contextOf(session))

/** Shown in the middle while a board is loading: the four image slots of a card. */
function LoadingCard({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid h-full place-items-center px-6">
      <div className="grid w-full max-w-[640px] grid-cols-4 gap-2 rounded-20 bg-panel p-4 ring-1 ring-hairline [animation:fade_300ms_300ms_backwards]">
        {[0, 1, 2, 3].map((place) => (
          <span key={place} className="shimmer aspect-2/3 rounded-8" />
        ))}
      </div>
    </div>
  )
}

/** All commands of the canvas, in the order of the menus. */
const boardCommands: readonly BoardCommand[] = [
  ...createCommands,
  ...bringInCommands,
  assetDrawerCommand,
  assistantCommand,
  ...frameTools,
  purseCommand,
  ...frameCommands,
  ...cardCommands,
  ...imageEditCommands,
  ...describeCommands,
  referenceCommand,
  ...saveCommands,
  ...failedCardCommands,
  ...lineageCommands,
  ...seriesCommands,
  ...editCommands,
  ...viewCommands,
  presentCommand,
  timelineCommand,
  ...shareCommands,
  exportCommand,
  rebuildCommand,
  inboxCommand,
]
