import { useQuery } from '@tanstack/react-query'
import type { ShareShape } from '#contract/share.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { revokeShare, sharesQuery } from '#web/data/shares.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { shareTexts } from './share-texts.ts'

const written = (time: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

/** The links of a project that are open, each with a way to close it. */
export function ShareList({ projectId }: { projectId: string }) {
  const { data: shares } = useQuery(sharesQuery(projectId))

  const close = ({ id }: ShareShape) =>
    revokeShare(projectId, id).catch((error: unknown) =>
      showToast({ kind: 'error', title: shareTexts.notClosed, description: errorMessage(error, shareTexts.tryAgain) }),
    )

  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-13">{shareTexts.links}</h3>
      {shares?.length === 0 && <p className="text-13 text-muted">{shareTexts.noLinks}</p>}
      <ul className="grid gap-2">
        {shares?.map((share) => {
          const which = [
            shareTexts.scope(share.generationId !== null),
            shareTexts.shows(share.showsPrompts),
            shareTexts.until(share.expiresAt && written(share.expiresAt)),
          ].join(', ')
          return (
            <li key={share.id} className="flex items-center gap-3 text-13">
              <span className="min-w-0 flex-1">
                {which}
                <span className="block text-12 text-muted">{shareTexts.visitors(share.visitors)}</span>
              </span>
              <Button kind="line" aria-label={shareTexts.closeLabel(which)} onClick={() => void close(share)}>
                {shareTexts.close}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
