import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { startLive } from '#web/data/live.ts'
import { queryClient } from '#web/data/query-client.ts'
import type { SessionUser } from '#web/data/session.ts'
import { useAnnouncements } from '#web/features/activity/use-announcements.ts'

/** What every page of a signed-in person needs: its data, and word of what has ended. */
export function SignedIn({ user, children }: { user: SessionUser; children: ReactNode }) {
  useEffect(() => startLive(user.id), [user.id])
  useAnnouncements()
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
