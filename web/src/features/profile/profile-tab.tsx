import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityShape } from '#contract/activity.ts'
import { formatTime } from '#domain/format.ts'
import { activityQuery, profileQuery } from '#web/data/account/account.ts'
import { useIsGuest } from '#web/data/account/account-state.ts'
import { AccountNeeded } from '#web/ui/account-needed.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed, LoadFailedLine, PageSpinner } from '#web/ui/page-states.tsx'
import { AccountSection } from './account-section.tsx'
import { AvatarField } from './avatar-field.tsx'
import { browserName } from './browser-name.ts'
import { EmailSection, PasswordSection } from './credential-sections.tsx'
import { DataSection, RemovalSection } from './data-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { profileTexts } from './texts.ts'

/** The profile, the sign-in data, and the export. */
export function ProfileTab({ email }: { email: string }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery)
  const isGuest = useIsGuest()
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
            <SessionsSection />
          </>
        )}
        <ActivitySection />
        <DataSection />
        <RemovalSection />
      </div>
    )
  if (!isError) return <PageSpinner label={profileTexts.loading} />
  return <LoadFailed {...profileTexts.failed} onTryAgain={() => void refetch()} />
}

const texts = profileTexts.activity
/** How many entries are shown at first; a press shows the rest. */
const shownFirst = 5

/** The activity log of the account. */
function ActivitySection() {
  const { data: activity, isError, refetch } = useQuery(activityQuery)
  const [shows, setShows] = useState<'newest' | 'all'>('newest')
  const shown = shows === 'all' ? activity : activity?.slice(0, shownFirst)

  return (
    <AccountSection title={texts.title}>
      {!activity && !isError && (
        <p role="status" className="text-muted">
          {texts.loading}
        </p>
      )}
      {!activity && isError && <LoadFailedLine text={texts.failed} onTryAgain={() => void refetch()} />}
      {shown && (
        <ul>
          {shown.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {activity && shown && activity.length > shown.length && (
        <Button kind="line" className="justify-self-start max-sm:justify-self-stretch" onClick={() => setShows('all')}>
          {texts.more}
        </Button>
      )}
    </AccountSection>
  )
}

function ActivityRow({ entry: { kind, address, userAgent, createdAt } }: { entry: ActivityShape }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 border-hairline border-t py-2 first:border-t-0">
      <div className="min-w-0">
        <p className="truncate font-medium text-13">{texts.kinds[kind]}</p>
        <p className="text-12 text-muted tabular-nums">{texts.from(formatTime(createdAt), address)}</p>
      </div>
      <span className="shrink-0 text-13 text-muted">{browserName(userAgent ?? '')}</span>
    </li>
  )
}
