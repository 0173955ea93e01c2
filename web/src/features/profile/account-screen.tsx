import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { joinClasses } from '#web/ui/join-classes.ts'
import { profileTexts } from './texts.ts'

export const accountTabs = ['profile', 'billing', 'model-keys', 'your-models', 'api-agents'] as const
export type AccountTab = (typeof accountTabs)[number]

type AccountScreenProps = {
  tab: AccountTab
  onTab(tab: AccountTab): void
  /** The content of each tab; null for the tab that does not exist where there is nothing to pay for. */
  contents: Readonly<Record<AccountTab, ReactNode | null>>
}

/** The account page: one column, in tabs. Typed profile fields are kept while another tab is shown. */
export function AccountScreen({ tab, onTab, contents }: AccountScreenProps) {
  const shown = accountTabs.filter((name) => contents[name] !== null)
  const current = shown.includes(tab) ? tab : 'profile'
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    const active = list.current?.querySelector(`[data-tab="${current}"]`)
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <main className="mx-auto max-w-[928px] px-6 pt-28 pb-24 max-sm:px-4 max-sm:pt-18">
      <h1 className="display mb-8 text-44 max-sm:mb-6 max-sm:text-28">{profileTexts.title}</h1>
      <Tabs.Root value={current} onValueChange={(value) => onTab(shown.find((name) => name === value) ?? 'profile')}>
        <Tabs.List
          ref={list}
          aria-label={profileTexts.tabs.label}
          className="tabs mb-8 max-sm:overflow-x-auto max-sm:[scrollbar-width:none]"
        >
          {shown.map((name) => (
            <Tabs.Trigger key={name} value={name} data-tab={name} className="tab flex-none">
              {profileTexts.tabs[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {shown.map((name) => (
          <Tabs.Content
            key={name}
            value={name}
            {...(name === 'profile' && { forceMount: true, hidden: current !== name })}
            // Tokens are a table; all else is one column below the same heading.
            className={joinClasses('outline-none', name !== 'api-agents' && 'max-w-[640px]')}
          >
            {contents[name]}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </main>
  )
}
