import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2, X } from 'lucide-react'
import type { TrashItemShape } from '#contract/board/trash.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { trashQuery } from '#web/data/projects.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton, Spinner } from '#web/ui/button.tsx'
import { focusPanel } from '#web/ui/focus.ts'
import { PageMark } from '#web/ui/page-mark.tsx'
import { EmptyState, LoadFailed } from '#web/ui/page-states.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import type { BoardSession } from '../board-session.ts'
import { boardTexts, trashTexts } from '../texts.ts'

/** The deleted branches of this project, each with a button that restores it. */
export function TrashPanel({ session }: { session: BoardSession }) {
  const { board } = session
  const query = trashQuery(board.projectId)
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(query)
  const items = data?.pages.flatMap((page) => page.items)
  const queryClient = useQueryClient()

  const putBack = async ({ generationId, cardCount }: TrashItemShape) => {
    editBoard(board, [{ kind: 'restore', generationId }], boardTexts.restoredStep(cardCount))
    announce(boardTexts.restoredStep(cardCount))
    // A page that is being read ends with the rows from before it: the row would come back.
    const wasReading = isFetchingNextPage
    await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
    queryClient.setQueryData(
      query.queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            items: page.items.filter((item) => item.generationId !== generationId),
          })),
        },
    )
    if (wasReading) void fetchNextPage()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && session.overlays.close('trash')}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="trash" onOpenAutoFocus={focusPanel}>
          <PageMark part="trash" />
          <header className="flex items-center justify-between pt-3 pr-3 pl-5">
            <Dialog.Title className="font-semibold text-16">{trashTexts.title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={trashTexts.close}>
                <X />
              </IconButton>
            </Dialog.Close>
          </header>
          <Dialog.Description className="px-5 pb-3 text-13 text-muted">{trashTexts.text}</Dialog.Description>
          <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
            {items?.map((item) => (
              <TrashRow key={item.generationId} item={item} onPutBack={() => void putBack(item)} />
            ))}
            {items?.length === 0 && !hasNextPage && (
              <EmptyState title={trashTexts.emptyTitle} text={trashTexts.emptyText} />
            )}
            {!items && !isError && (
              <div role="status" className="grid place-items-center p-10 text-muted">
                <Spinner />
                <span className="sr-only">{trashTexts.loading}</span>
              </div>
            )}
            {isError && (
              <LoadFailed
                title={trashTexts.failedTitle}
                text={trashTexts.failedText}
                // The first page, or the next one.
                onTryAgain={() => void (items ? fetchNextPage() : refetch())}
              />
            )}
            {hasNextPage && !isError && (
              <Button
                kind="line"
                busy={isFetchingNextPage}
                className="mx-3 mt-2 w-[calc(100%-1.5rem)]"
                onClick={() => void fetchNextPage()}
              >
                {isFetchingNextPage ? trashTexts.loadingMore : trashTexts.more}
              </Button>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function TrashRow({ item, onPutBack }: { item: TrashItemShape; onPutBack(): void }) {
  const { prompt, thumbnailImageId: imageId, cardCount, imageCount, expiresAt } = item
  const days = Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.now()) / 86_400_000))
  return (
    <article className="flex items-center gap-3 rounded-12 p-3 hover:bg-raised">
      {imageId ? (
        <img src={imageAddress(imageId, 256)} alt="" className="size-14 shrink-0 rounded-8 object-cover" />
      ) : (
        <span className="size-14 shrink-0 rounded-8 bg-pressed" />
      )}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium text-13" dir="auto">
          {prompt}
        </p>
        <p className="text-12 text-muted">{trashTexts.contents(cardCount, imageCount)}</p>
        <p className="text-12 text-muted">{trashTexts.days(days)}</p>
      </div>
      <Button kind="line" aria-label={trashTexts.putBackLabel(prompt)} onClick={onPutBack}>
        <Undo2 aria-hidden="true" />
        {trashTexts.putBack}
      </Button>
    </article>
  )
}
