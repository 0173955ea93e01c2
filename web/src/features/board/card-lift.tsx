import { CircleStop, GitBranch, Trash2 } from 'lucide-react'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { pictureRects } from '#domain/layout/picture-box.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { cancelGeneration } from '#web/data/generations.ts'
import { DownloadButton } from '#web/features/sharing/download.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useBoardSession, useCard, useSelect } from './board-session.ts'
import { keepClear } from './clear-of-tools.ts'
import { useImageInHand } from './image-in-hand.ts'
import { keepInWindow, placeOverBoard } from './keep-in-window.ts'
import { openBranch } from './new-cards.ts'
import { PictureTools } from './picture-tools.tsx'
import { actedOn } from './selection.ts'
import { boardTexts } from './texts.ts'
import './card-lift.css'

const atOrigin = { x: 0, y: 0, isCollapsed: false }

/**
 * What floats above a card: the tools of its hovered picture or of the one in hand, from the left edge of that picture on, and
 * the buttons of the card at its right end. They keep their size on the screen, and stay in the view at the sides.
 */
export function CardLift({ id, isCollapsed }: { id: string; isCollapsed: boolean }) {
  const session = useBoardSession()
  const { board, controller, pointed } = session
  const inHand = useImageInHand()
  const pointedId = useSelect(pointed, (image) => (image?.cardId === id ? image.imageId : null))
  const imageId = pointedId ?? (inHand?.cardId === id ? inHand.imageId : null)
  // Compared as a number: the boxes are made for each reading.
  const left =
    useCard(id, ({ images }) => {
      const place = images.findIndex((image) => image.id === imageId)
      return pictureRects(atOrigin, images)[place]?.x ?? 0
    }) ?? 0
  const lift = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const node = lift.current
    if (!node || imageId === null) return
    let fillAgain = () => {}
    const stop = placeOverBoard({ board, controller }, () => {
      keepInWindow(node, controller)
      fillAgain()
      fillAgain = keepClear(node)
    })
    return () => {
      stop()
      fillAgain()
    }
  }, [controller, board, imageId])

  return (
    <div ref={lift} className="card-lift" style={{ '--lift-left': `${left}px` } as CSSProperties}>
      {imageId !== null && !isCollapsed && <PictureTools image={{ cardId: id, imageId }} />}
      <CardActions id={id} />
    </div>
  )
}

/** The buttons of a card, above its top right. */
function CardActions({ id }: { id: string }) {
  const session = useBoardSession()
  const isRunning = useCard(id, ({ status }) => status === 'queued' || status === 'running')

  const cancel = () =>
    cancelGeneration(id).catch((error: unknown) =>
      showToast({
        kind: 'error',
        title: boardTexts.error,
        description: errorMessage(error, boardTexts.cancelFailed),
      }),
    )

  return (
    <div className="card-actions island" role="toolbar" aria-label={boardTexts.actions}>
      {isRunning && (
        <IconButton size="small" label={boardTexts.cancel} onClick={() => void cancel()}>
          <CircleStop />
        </IconButton>
      )}
      <DownloadButton board={session.board} cardId={id} />
      <IconButton
        size="small"
        label={boardTexts.createBranch}
        keys={boardTexts.createBranchKeys}
        onClick={() => openBranch(session, id)}
      >
        <GitBranch />
      </IconButton>
      <IconButton
        size="small"
        label={boardTexts.remove}
        keys="Del"
        onClick={() => session.overlays.open({ kind: 'delete', ids: actedOn(session, id) })}
      >
        <Trash2 />
      </IconButton>
    </div>
  )
}
