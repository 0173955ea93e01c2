import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccountState, useIsGuest } from '#web/data/account/account-state.ts'
import { useCredits } from '#web/data/credits.ts'
import { SubscriptionTab } from '#web/features/billing/subscription-tab.tsx'
import { ModelKeysTab } from '#web/features/models/keys/model-keys-tab.tsx'
import { ModelRecordTab } from '#web/features/models/record/model-record-tab.tsx'
import { AccountScreen } from '#web/features/profile/account-screen.tsx'
import { ProfileTab } from '#web/features/profile/profile-tab.tsx'
import { ProgramsTab } from '#web/features/programs/programs-tab.tsx'
import { AccountNeeded } from '#web/ui/page-states.tsx'
import { appTexts } from '../texts.ts'
import { ToolPage } from '../top-bar.tsx'

/** Profile, billing, own keys of models, and the programs of the user. */
export function ManageAccountPage() {
  const { tab = 'profile' } = useSearch({ from: '/signed-in/manage-account' })
  const navigate = useNavigate()
  const account = useAccountState()
  const credits = useCredits()
  const isGuest = useIsGuest()
  return (
    <ToolPage title={appTexts.titles.manageAccount}>
      <AccountScreen
        tab={tab}
        onTab={(next) =>
          void navigate({
            to: '/manage-account',
            search: next === 'profile' ? {} : { tab: next },
            replace: true,
            resetScroll: false,
          })
        }
        contents={{
          profile: account.status === 'signed-in' ? <ProfileTab user={account.user} /> : null,
          billing:
            credits === null ? null : isGuest ? <AccountNeeded text={appTexts.guest.billing} /> : <SubscriptionTab />,
          'model-keys': isGuest ? <AccountNeeded text={appTexts.guest.keys} /> : <ModelKeysTab />,
          'your-models': <ModelRecordTab />,
          'api-agents': isGuest ? <AccountNeeded text={appTexts.guest.tokens} /> : <ProgramsTab />,
        }}
      />
    </ToolPage>
  )
}
