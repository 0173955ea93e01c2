import type { ReactNode } from 'react'
import { useAccountState } from '#web/data/account-state.ts'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { TopBar } from './top-bar.tsx'

/** A page for signed-in people: its title in the tab, the header, and its content below. */
export function ToolPage({ title, children }: { title: string; children: ReactNode }) {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  return (
    <>
      <PageTitle title={title} />
      <TopBar user={account.user} />
      {children}
    </>
  )
}
