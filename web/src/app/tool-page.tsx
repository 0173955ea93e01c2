import type { ReactNode } from 'react'
import { useSession } from '#web/data/use-session.ts'
import { PageTitle } from '#web/features/activity/page-title.tsx'
import { TopBar } from './top-bar.tsx'

/** A page of signed-in people: its title in the tab, the header, and below it what it is for. */
export function ToolPage({ title, children }: { title: string; children: ReactNode }) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  return (
    <>
      <PageTitle title={title} />
      <TopBar user={session.user} />
      {children}
    </>
  )
}
