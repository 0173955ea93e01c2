import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionShape } from '#contract/account/account.ts'
import type { ActivityShape } from '#contract/account/activity.ts'
import { formatTime } from '#domain/format.ts'
import {
  activityQuery,
  endSession,
  notificationsQuery,
  profileQuery,
  sessionsQuery,
  setEmailsComments,
  signOutEverywhere,
} from '#web/data/account/account.ts'
import type { SignedInUser } from '#web/data/account/account-state.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/field.tsx'
import { AccountNeeded, LoadFailed, LoadFailedLine, PageSpinner } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AccountSection, DataSection, EmailSection, PasswordSection, RemovalSection } from './account-sections.tsx'
import { AvatarField, ProfileForm } from './profile-form.tsx'
import { profileTexts } from './texts.ts'

/** The profile, the sign-in data, and the export. */
export function ProfileTab({ user: { id, email, isGuest } }: { user: SignedInUser }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery)
  if (profile)
    return (
      <div className="grid gap-10">
        <AvatarField profile={profile} />
        <ProfileForm profile={profile} />
        {isGuest ? (
          <AccountSection title={profileTexts.guest.title}>
            <AccountNeeded text={profileTexts.guest.text} />
          </AccountSection>
        ) : (
          <>
            <EmailSection email={email} />
            <PasswordSection />
            <NotificationsSection />
            <SessionsSection />
          </>
        )}
        <ActivitySection />
        <DataSection userId={id} />
        <RemovalSection />
      </div>
    )
  if (!isError) return <PageSpinner label={profileTexts.loading} />
  return <LoadFailed {...profileTexts.failed} onTryAgain={() => void refetch()} />
}

const notificationTexts = profileTexts.notifications

/** Email notifications of the user, or why there are none; nothing where an older server does not say why. */
function NotificationsSection() {
  const { data } = useQuery(notificationsQuery)
  const { mutate } = useMutation({
    mutationFn: setEmailsComments,
    onError: (error) =>
      showToast({
        kind: 'error',
        title: notificationTexts.failed,
        description: errorMessage(error, profileTexts.noConnection),
      }),
  })
  if (!data || (!data.canEmail && !data.missing)) return null
  if (!data.canEmail && data.missing)
    return (
      <AccountSection title={notificationTexts.title}>
        <p className="max-w-[60ch] text-13 text-muted">{notificationTexts.missing[data.missing]}</p>
      </AccountSection>
    )
  return (
    <AccountSection title={notificationTexts.title}>
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium text-13">{notificationTexts.comments}</p>
          <p className="text-12 text-muted">{notificationTexts.text}</p>
        </div>
        <Switch label={notificationTexts.comments} isOn={data.emailsComments} onTurn={(isOn) => mutate(isOn)} />
      </div>
    </AccountSection>
  )
}

const activityTexts = profileTexts.activity
/** Number of entries that are shown at first; a press shows the rest. */
const shownFirst = 5

/** The activity log of the account. */
function ActivitySection() {
  const { data: activity, isError, refetch } = useQuery(activityQuery)
  const [shows, setShows] = useState<'newest' | 'all'>('newest')
  const shown = shows === 'all' ? activity : activity?.slice(0, shownFirst)

  return (
    <AccountSection title={activityTexts.title}>
      {!activity && !isError && (
        <p role="status" className="text-muted">
          {activityTexts.loading}
        </p>
      )}
      {!activity && isError && <LoadFailedLine text={activityTexts.failed} onTryAgain={() => void refetch()} />}
      {shown && (
        <ul>
          {shown.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {activity && shown && activity.length > shown.length && (
        <Button kind="line" className="justify-self-start max-sm:justify-self-stretch" onClick={() => setShows('all')}>
          {activityTexts.more}
        </Button>
      )}
    </AccountSection>
  )
}

function ActivityRow({ entry: { kind, address, userAgent, createdAt } }: { entry: ActivityShape }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 border-hairline border-t py-2 first:border-t-0">
      <div className="min-w-0">
        <p className="truncate font-medium text-13">{activityTexts.kinds[kind]}</p>
        <p className="text-12 text-muted tabular-nums">{activityTexts.from(formatTime(createdAt), address)}</p>
      </div>
      <span className="shrink-0 text-13 text-muted">{browserName(userAgent ?? '')}</span>
    </li>
  )
}

const sessionTexts = profileTexts.sessions

function showFailure(error: Error): void {
  const description = errorMessage(error, profileTexts.noConnection)
  showToast({ kind: 'error', title: sessionTexts.endFailed, description })
}

/** The open sessions of the user, each with a button that ends it. */
function SessionsSection() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: () => showToast({ kind: 'success', ...sessionTexts.ended }),
    onError: showFailure,
  })

  return (
    <AccountSection title={sessionTexts.title}>
      {!sessions && !isError && (
        <p role="status" className="text-muted">
          {sessionTexts.loading}
        </p>
      )}
      {!sessions && isError && <LoadFailedLine text={sessionTexts.failed} onTryAgain={() => void refetch()} />}
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
        {sessionTexts.everywhere}
      </Button>
    </AccountSection>
  )
}

function SessionRow({ session: { id, isCurrent, userAgent, createdAt } }: { session: SessionShape }) {
  const { mutate } = useMutation({ mutationFn: () => endSession(id), onError: showFailure })
  const name = browserName(userAgent ?? '') ?? sessionTexts.unknown
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 border-hairline border-t py-2 first:border-t-0">
      <div className="min-w-0">
        <p className="truncate font-medium text-13">{name}</p>
        <p className="text-12 text-muted tabular-nums">{sessionTexts.since(formatTime(createdAt))}</p>
      </div>
      {isCurrent ? (
        <span className="shrink-0 text-13 text-muted">{sessionTexts.here}</span>
      ) : (
        <Button kind="quiet" size="small" aria-label={sessionTexts.endOf(name)} onClick={() => mutate()}>
          {sessionTexts.end}
        </Button>
      )}
    </li>
  )
}

const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** 'Firefox on Linux' from a User-Agent; null for an unknown one. */
export function browserName(userAgent: string): string | null {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
