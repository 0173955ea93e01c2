import { useMutation, useQuery } from '@tanstack/react-query'
import type { SessionShape } from '#contract/account.ts'
import { formatTime } from '#domain/format.ts'
import { endSession, sessionsQuery, signOutEverywhere } from '#web/data/account/account.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountSection } from './account-section.tsx'
import { browserName } from './browser-name.ts'
import { profileTexts } from './texts.ts'

const texts = profileTexts.sessions

function showFailure(error: Error): void {
  const description = errorMessage(error, profileTexts.noConnection)
  showToast({ kind: 'error', title: texts.endFailed, description })
}

/** The open sessions of the user, each with a button that ends it. */
export function SessionsSection() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => showToast({ kind: 'success', ...texts.ended }),
    onError: showFailure,
  })

  return (
    <AccountSection title={texts.title}>
      {!sessions && !isError && (
        <p role="status" className="text-muted">
          {texts.loading}
        </p>
      )}
      {!sessions && isError && <LoadFailedLine text={texts.failed} onTryAgain={() => void refetch()} />}
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Button
        kind="line"
        busy={isPending || isSuccess}
        className="justify-self-start max-sm:justify-self-stretch"
        onClick={() => mutate()}
      >
        {texts.everywhere}
      </Button>
    </AccountSection>
  )
}

function SessionRow({ session: { id, isCurrent, userAgent, createdAt } }: { session: SessionShape }) {
  const { mutate } = useMutation({ mutationFn: () => endSession(id), onError: showFailure })
  const name = browserName(userAgent ?? '') ?? texts.unknown
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 border-hairline border-t py-2 first:border-t-0">
      <div className="min-w-0">
        <p className="truncate font-medium text-13">{name}</p>
        <p className="text-12 text-muted tabular-nums">{texts.since(formatTime(createdAt))}</p>
      </div>
      {isCurrent ? (
        <span className="shrink-0 text-13 text-muted">{texts.here}</span>
      ) : (
        <Button kind="quiet" size="small" aria-label={texts.endOf(name)} onClick={() => mutate()}>
          {texts.end}
        </Button>
      )}
    </li>
  )
}
