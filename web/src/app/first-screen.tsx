import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { accountState } from '#web/data/account/account-state.ts'
import { type KnownAtStart, knownAtStart } from '#web/data/known-at-start.ts'
import { createAppRouter } from './router.tsx'

const router = createAppRouter()

/** The audience of a first screen: visitors without a session, or people with one of whom nothing else is known yet. */
type FirstScreenReader = 'visitor' | 'member'

type Wanted = {
  readonly path: string
  readonly reader: FirstScreenReader
  readonly known: KnownAtStart | null
}

/** A placeholder for the first letter of the name. */
const unknownName = '\u200b'

const sessions = {
  visitor: { status: 'signed-out' },
  member: { status: 'signed-in', user: { id: '', email: '', name: '', firstName: unknownName, isGuest: false } },
} as const

/**
 * The HTML of a page before its data is loaded: written at build time, so that something can be read while the scripts
 * are loading.
 */
export async function firstScreen({ path, reader, known }: Wanted): Promise<string> {
  accountState.set(sessions[reader])
  knownAtStart.set(known)
  router.update({ history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  const { prelude } = await prerender(<RouterProvider router={router} />, {
    onError(error) {
      throw error
    },
  })
  return new Response(prelude).text()
}
