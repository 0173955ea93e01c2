import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { accountState } from '#web/data/account-state.ts'
import { painterAlone } from '#web/data/models.ts'
import { createAppRouter } from './router.ts'

const router = createAppRouter()

/** Who a first screen is for: people without a session, or people with one of whom nothing else is known yet. */
type FirstScreenReader = 'visitor' | 'member'

type Wanted = {
  readonly path: string
  readonly reader: FirstScreenReader
  /** `alone`: the reader has nothing to choose but the built-in painter. */
  readonly painter: 'alone' | 'one-of-many'
}

/** Shows as nothing, where the first letter of a name will stand. */
const unknownName = '\u200b'

const sessions = {
  visitor: { status: 'signed-out' },
  member: { status: 'signed-in', user: { id: '', email: '', name: '', firstName: unknownName } },
} as const

/**
 * What a page shows before its data is there, as HTML: written when the application is built, so that something can be read
 * while the scripts are on their way.
 */
export async function firstScreen({ path, reader, painter }: Wanted): Promise<string> {
  accountState.set(sessions[reader])
  painterAlone.set(painter === 'alone')
  router.update({ history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  const { prelude } = await prerender(<RouterProvider router={router} />, {
    onError(error) {
      throw error
    },
  })
  return new Response(prelude).text()
}
