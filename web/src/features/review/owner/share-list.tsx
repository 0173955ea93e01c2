import { useQuery } from '@tanstack/react-query'
import type { ShareShape } from '#contract/sharing/share.ts'
import { formatTime } from '#domain/format.ts'
import { type ShareScope, shareScopeOf } from '#domain/sharing/share-scope.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { revokeShare, sharesQuery } from '#web/data/shares.ts'
import { useStore } from '#web/data/store.ts'
import type { BoardSession } from '#web/features/board/board-session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { copyLink, forgetAddress, readAddress } from './link-address.ts'
import { linkOptionTexts, shareTexts } from './texts.ts'

/** Scope of the next link. */
export type LinkDraft = { readonly scope: ShareScope; readonly showsPrompts: boolean }

type ShareListProps = {
  session: BoardSession
  /** Called to prepare a link with what another one shows. */
  onAnother(like: LinkDraft): void
}

/** The open links of a project with their state, each with buttons that copy and revoke it. */
export function ShareList({ session, onAnother }: ShareListProps) {
  const { data: shares } = useQuery(sharesQuery(session.board.projectId))
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-13">{shareTexts.links}</h3>
      {shares?.length === 0 && <p className="text-13 text-muted">{shareTexts.noLinks}</p>}
      <ul className="grid gap-2">
        {shares?.map((share) => (
          <ListedShare key={share.id} session={session} share={share} onAnother={onAnother} />
        ))}
      </ul>
    </section>
  )
}

function ListedShare({ session: { board }, share, onAnother }: ShareListProps & { share: ShareShape }) {
  const { frames } = useStore(board.items)
  const scope = shareScopeOf(share)
  const frame = scope.kind === 'frame' ? frames.get(scope.frameId) : undefined
  const isEmpty =
    (scope.kind === 'frame' && !frame) || (scope.kind === 'branch' && !board.cards.has(scope.generationId))
  const address = readAddress(share.id)
  const name = frame ? shareTexts.frame(frame.title) : shareTexts.scopes[scope.kind]
  const which = [
    name,
    shareTexts.shows(share.showsPrompts),
    ...linkOptionTexts.chosen(share),
    shareTexts.until(share.expiresAt && formatTime(share.expiresAt)),
  ].join(', ')

  const close = () =>
    revokeShare(board.projectId, share.id).then(
      () => forgetAddress(share.id),
      (error: unknown) =>
        showToast({
          kind: 'error',
          title: shareTexts.notClosed,
          description: errorMessage(error, shareTexts.tryAgain),
        }),
    )

  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 text-13">
      <span className="min-w-44 flex-1">
        {which}
        <span className="block text-12 text-muted">
          {isEmpty ? shareTexts.showsNothing : shareTexts.visitors(share.visitors)}
          {address === null && ` ${shareTexts.notHere}`}
        </span>
      </span>
      {address !== null && (
        <Button
          kind="line"
          aria-label={shareTexts.copyAgainLabel(which)}
          onClick={() => copyLink(address, shareTexts.copied)}
        >
          {shareTexts.copy}
        </Button>
      )}
      {address === null && !isEmpty && (
        <Button
          kind="line"
          aria-label={shareTexts.anotherLabel(which)}
          onClick={() => onAnother({ scope, showsPrompts: share.showsPrompts })}
        >
          {shareTexts.another}
        </Button>
      )}
      <Button kind="line" aria-label={shareTexts.closeLabel(which)} onClick={() => void close()}>
        {shareTexts.close}
      </Button>
    </li>
  )
}
