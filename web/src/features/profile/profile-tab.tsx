import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '#web/data/profile.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { ActivitySection } from './activity-section.tsx'
import { AvatarField } from './avatar-field.tsx'
import { DataSection, RemovalSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { profileTexts } from './texts.ts'

/** Who the person is, how they sign in, and what they take along. */
export function ProfileTab({ email }: { email: string }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery)
  if (profile)
    return (
      <div className="grid gap-10">
        <AvatarField profile={profile} />
        <ProfileForm profile={profile} />
        <EmailSection email={email} />
        <PasswordSection />
        <SessionsSection />
        <ActivitySection />
        <DataSection />
        <RemovalSection />
      </div>
    )
  if (!isError) return <PageSpinner label={profileTexts.loading} />
  return <LoadFailed {...profileTexts.failed} onTryAgain={() => void refetch()} />
}
