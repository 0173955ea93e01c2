import { type ReactNode, useEffect } from 'react'
import { type BoardSession, useOverlay, useSelect } from '#web/features/board/board-session.ts'
import type { OverlayKind } from '#web/features/board/overlays.ts'
import { BringInTarget } from '#web/features/bring-in/bring-in-target.tsx'
import { useInspecting } from '#web/features/lineage/lineage-commands.ts'
import { type LazyPart, LazySlot, lazyPart, offlinePart, warmOfflineParts } from '#web/ui/lazy-part.tsx'
import { WaitingDialog } from '#web/ui/popups.tsx'

const deleteDialog = offlinePart(async () => (await import('#web/features/board/delete-dialog.tsx')).DeleteDialog)
const lightbox = offlinePart<{ session: BoardSession }>(
  async () => (await import('#web/features/lightbox/canvas-lightbox.tsx')).CanvasLightbox,
)
const branchDialog = offlinePart<{ session: BoardSession }>(
  async () => (await import('#web/features/compose/canvas/branch-dialog.tsx')).BranchDialog,
)
const composePanel = offlinePart<{ session: BoardSession }>(
  async () => (await import('#web/features/compose/canvas/compose-panel.tsx')).ComposePanel,
)
const findPanel = offlinePart(async () => (await import('#web/features/board/bars/find-panel.tsx')).FindPanel)
const shareDialog = offlinePart(async () => (await import('#web/features/review/owner/share-dialog.tsx')).ShareDialog)
const rebuildDialog = lazyPart(
  async () => (await import('#web/features/compose/canvas/rebuild-dialog.tsx')).RebuildDialog,
)
const describeDialog = offlinePart(
  async () => (await import('#web/features/bring-in/describe-dialog.tsx')).DescribeDialog,
)
/** Their language model is asked by the server. */
const describing = () => import('#web/features/prompts/describe/describe-on-canvas.tsx')
const describeImage = lazyPart(async () => (await describing()).DescribeOnCanvas)
const describeImages = lazyPart(async () => (await describing()).DescribeManyOnCanvas)
/** Like the comments, it shows nothing without a connection. */
const trashPanel = lazyPart(async () => (await import('#web/features/board/bars/trash-panel.tsx')).TrashPanel)
const commentsPanel = lazyPart(
  async () => (await import('#web/features/review/owner/comments-panel.tsx')).CommentsPanel,
)
/** Its model is asked by the server. */
const assistantPanel = lazyPart(
  async () => (await import('#web/features/assistant/assistant-panel.tsx')).AssistantPanel,
)
const presentScreen = offlinePart(async () => (await import('#web/features/present/present-screen.tsx')).PresentScreen)
/** Its strokes, frames and adjustments are kept without a connection. */
const imageEditor = offlinePart(async () => (await import('#web/features/edit/editor.tsx')).ImageEditor)
const pursePanel = offlinePart(async () => (await import('#web/features/purses/purse-panel.tsx')).PursePanel)
const giveCredits = lazyPart(
  async () => (await import('#web/features/purses/give-credits-dialog.tsx')).GiveCreditsDialog,
)
const assetDrawer = lazyPart(async () => (await import('#web/features/asset-drawer/asset-drawer.tsx')).AssetDrawer)
const promptPanel = lazyPart(async () => (await import('#web/features/prompts/canvas/prompt-panel.tsx')).PromptPanel)
/** All of them work without a connection. */
const lineageOverlays = offlinePart(async () => (await import('./lineage-overlays.tsx')).LineageOverlays)

/** Every panel, dialog and lightbox over the canvas. Large, rarely opened ones are loaded when they are opened. */
export function CanvasOverlays({ session }: { session: BoardSession }) {
  useInspecting(session)
  useEffect(() => warmOfflineParts(), [])
  return (
    <>
      <BringInTarget session={session} />
      <LazyOverlay session={session} kind="delete" part={deleteDialog} />
      <LazyOverlay session={session} kind="branch" part={branchDialog} />
      <LazyOverlay session={session} kind="compose" part={composePanel} />
      <LazyOverlay session={session} kind="lightbox" part={lightbox} />
      <LazyOverlay session={session} kind="find" part={findPanel} />
      <LazyOverlay session={session} kind="trash" part={trashPanel} />
      <LazyOverlay session={session} kind="assets" part={assetDrawer} />
      <LazyOverlay session={session} kind="purse" part={pursePanel} />
      <LazyOverlay session={session} kind="give-credits" part={giveCredits} />
      <LazyOverlay session={session} kind="review" part={commentsPanel} />
      <LazyOverlay session={session} kind="assistant" part={assistantPanel} />
      <LazyOverlay session={session} kind="share" part={shareDialog} />
      <LazyOverlay session={session} kind="rebuild" part={rebuildDialog} />
      <LazyOverlay session={session} kind="describe" part={describeDialog} />
      <LazyOverlay session={session} kind="describe-image" part={describeImage} />
      <LazyOverlay session={session} kind="describe-images" part={describeImages} />
      <LazyOverlay session={session} kind="edit" part={imageEditor} />
      <LazyOverlay session={session} kind="present" part={presentScreen} />
      <LazyOverlay session={session} kind="prompt-panel" part={promptPanel} />
      <LineageSlot session={session} />
    </>
  )
}

type LazyOverlayProps = { session: BoardSession; kind: OverlayKind; part: LazyPart<{ session: BoardSession }> }

/** An overlay whose code is fetched when it is opened; until then it has the focus. Where that fails, dismissing the notice closes the overlay. */
function LazyOverlay({ session, kind, part }: LazyOverlayProps): ReactNode {
  const isOpen = useOverlay(session, kind) !== null
  return (
    isOpen && (
      <LazySlot
        part={part}
        props={{ session }}
        fallback={<WaitingDialog />}
        onClose={() => session.overlays.close(kind)}
      />
    )
  )
}

/** The overlays of lineage, series and timeline, and the images gathered for a comparison. */
function LineageSlot({ session }: { session: BoardSession }): ReactNode {
  const { overlays, gathered } = session
  const open = useSelect(overlays, () => overlays.inSlot('lineage') ?? overlays.inSlot('popover'))
  const isGathering = useSelect(gathered, (ids) => ids.length > 0)
  if (!open && !isGathering) return null
  const close = () => {
    for (const slot of ['popover', 'lineage'] as const) {
      const overlay = overlays.inSlot(slot)
      if (overlay) overlays.close(overlay.kind)
    }
    gathered.set([])
  }
  return <LazySlot part={lineageOverlays} props={{ session }} onClose={close} />
}
