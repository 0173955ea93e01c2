import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { profileTexts } from './texts.ts'

export type AccountTab = 'profile' | 'billing'

type AccountScreenProps = {
  tab: AccountTab
  onTab(tab: AccountTab): void
  profile: ReactNode
  /** Null where there is nothing to pay for. */
  billing: ReactNode | null
}

/** The account's page: one column, in two tabs. What is typed in one stays while the other is looked at. */
export function AccountScreen({ tab, onTab, profile, billing }: AccountScreenProps) {
  return (
    <main className="mx-auto max-w-[688px] px-6 pt-28 pb-24 max-sm:px-4 max-sm:pt-18">
      <h1 className="display mb-8 text-44 max-sm:mb-6 max-sm:text-28">{profileTexts.title}</h1>
      {billing === null ? (
        profile
      ) : (
        <Tabs.Root value={tab} onValueChange={(value) => onTab(value === 'billing' ? 'billing' : 'profile')}>
          <Tabs.List aria-label={profileTexts.tabs.label} className="tabs mb-8">
            <Tabs.Trigger value="profile" className="tab">
              {profileTexts.tabs.profile}
            </Tabs.Trigger>
            <Tabs.Trigger value="billing" className="tab">
              {profileTexts.tabs.billing}
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="profile" forceMount hidden={tab !== 'profile'} className="outline-none">
            {profile}
          </Tabs.Content>
          <Tabs.Content value="billing" className="outline-none">
            {billing}
          </Tabs.Content>
        </Tabs.Root>
      )}
    </main>
  )
}
