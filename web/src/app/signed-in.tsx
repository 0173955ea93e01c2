import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, Outlet, useNavigate, useRouter } from '@tanstack/react-router'
import {
  BookMarked,
  CreditCard,
  House,
  Image,
  LayoutGrid,
  Monitor,
  Moon,
  Network,
  Pencil,
  Sun,
  Users,
  Video,
} from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { readAccountState, type SignedInUser, useAccountState } from '#web/data/account/account-state.ts'
import type { Command } from '#web/data/commands.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { useLiveSession } from '#web/data/live/current-session.ts'
import { registerOffline } from '#web/data/offline/register.ts'
import { useAnnouncements } from '#web/features/activity/use-announcements.ts'
import { useLostChanges } from '#web/features/activity/use-lost-changes.ts'
import { useTaskGuard } from '#web/features/activity/use-task-guard.ts'
import { useUnkeptWork } from '#web/features/activity/use-unkept-work.ts'
import { CommandLayer } from '#web/features/commands/command-layer.tsx'
import type { WordsDialogProps } from '#web/features/prompts/panels/words-dialog.tsx'
import { useCommentToasts } from '#web/features/review/owner/use-comment-toasts.ts'
import { useFirstInput } from '#web/ui/focus.ts'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { LoadFailed, PageSpinner } from '#web/ui/page-states.tsx'
import { WaitingDialog, warmPopups } from '#web/ui/popups.tsx'
import { chooseTheme } from '#web/ui/theme.tsx'
import { appTexts } from './texts.ts'

const wordsDialog = lazyPart<WordsDialogProps>(
  async () => (await import('#web/features/prompts/panels/words-dialog.tsx')).WordsDialog,
)

/** The frame of every page of a signed-in person: its data, its commands, and notices of finished generations. */
export function SignedIn({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const session = useLiveSession(user.id)
  useAnnouncements(session)
  useCommentToasts(session)
  useLostChanges(session)
  useUnkeptWork(user.id)
  useTaskGuard(session)
  useFirstInput(warmPopups)
  useEffect(registerOffline, [])
  const [isWordsOpen, setWordsOpen] = useState(false)
  const commands = useAppCommands(setWordsOpen)
  const closeWords = () => setWordsOpen(false)
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <CommandLayer commands={commands} />
      {isWordsOpen && (
        <LazySlot
          part={wordsDialog}
          props={{ tab: 'prompts', written: null, opens: null, onUse: null, onInsert: null, onClose: closeWords }}
          fallback={<WaitingDialog />}
          onClose={closeWords}
        />
      )}
    </QueryClientProvider>
  )
}

const always = () => true
const pages = [
  { id: 'home', to: '/', icon: House, label: appTexts.home },
  { id: 'image', to: '/image', icon: Image, label: appTexts.titles.image },
  { id: 'project', to: '/project', icon: Network, label: appTexts.lastProject },
  { id: 'projects', to: '/projects', icon: LayoutGrid, label: appTexts.titles.projects },
  { id: 'video', to: '/video', icon: Video, label: appTexts.titles.video },
  { id: 'edit', to: '/edit', icon: Pencil, label: appTexts.titles.edit },
  { id: 'assets', to: '/assets', icon: LayoutGrid, label: appTexts.assets },
  { id: 'pricing', to: '/pricing', icon: CreditCard, label: appTexts.titles.pricing },
] as const
const themes = [
  { choice: 'system', icon: Monitor },
  { choice: 'light', icon: Sun },
  { choice: 'dark', icon: Moon },
] as const

/** The commands of every page: open another page or the saved prompts, change the theme. `setWordsOpen` stays the same function. */
function useAppCommands(setWordsOpen: (isOpen: boolean) => void): readonly Command[] {
  const navigate = useNavigate()
  return useMemo(
    () => [
      ...pages.map(
        ({ id, to, icon, label }): Command => ({
          id: `go-${id}`,
          group: 'go',
          icon,
          label: () => appTexts.goTo(label),
          keys: [],
          canRun: always,
          run: () => void navigate({ to }),
        }),
      ),
      {
        id: 'community',
        group: 'go',
        icon: Users,
        label: () => appTexts.community,
        keys: [],
        canRun: always,
        run: () => void window.open('/community', '_blank', 'noreferrer'),
      },
      {
        id: 'words',
        group: 'go',
        icon: BookMarked,
        label: () => appTexts.words,
        keys: [],
        canRun: always,
        run: () => setWordsOpen(true),
      },
      ...themes.map(
        ({ choice, icon }): Command => ({
          id: `theme-${choice}`,
          group: 'theme',
          icon,
          label: () => appTexts.theme[choice],
          keys: [],
          canRun: always,
          run: () => chooseTheme(choice),
        }),
      ),
    ],
    [navigate, setWordsOpen],
  )
}

/** Leads to the sign-in, and from there back to this page. */
function ToSignIn() {
  const router = useRouter()
  // Read once: a person who is led elsewhere meanwhile, as after deleting the account, is not led here again.
  const [back] = useState(() => router.state.location.href)
  return <Navigate to="/login" replace state={{ back }} />
}

/** Shows pages to signed-in people, redirects others to sign-in, and waits while the account state is unknown. */
export function SignedInLayout() {
  const account = useAccountState()
  switch (account.status) {
    case 'loading':
      return <PageSpinner label={appTexts.loadingSession} />
    case 'signed-out':
      return <ToSignIn />
    case 'unreachable':
      return (
        <main className="grid min-h-dvh place-items-center">
          <LoadFailed level={1} {...appTexts.unreachable} onTryAgain={() => void readAccountState()} />
        </main>
      )
    case 'signed-in':
      return (
        <SignedIn user={account.user}>
          <Outlet />
        </SignedIn>
      )
  }
}
