import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SignedInUser } from '#web/data/account-state.ts'
import { useLiveSession } from '#web/data/live/current-session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useAnnouncements } from '#web/features/activity/use-announcements.ts'
import { CommandLayer } from '#web/features/commands/command-layer.tsx'
import { useAppCommands } from './use-app-commands.ts'

/** What every page of a signed-in person needs: its data, its commands, and word of what has ended. */
export function SignedIn({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const session = useLiveSession(user.id)
  useAnnouncements(session)
  const commands = useAppCommands()
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <CommandLayer commands={commands} />
    </QueryClientProvider>
  )
}
