import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { StarterName } from '#domain/starters/starters.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { openStarter } from '#web/data/projects.ts'
import { rememberPage } from '#web/ui/remember-page.ts'
import { showToast } from '#web/ui/toast.ts'
import { starterTexts } from './texts.ts'

/** `opens`: its copy is on its way. `waits`: another one is. */
export type StarterState = 'ready' | 'opens' | 'waits'

/** Copies a starter into a new project of the user, and goes there. */
export function useOpenStarter() {
  const navigate = useNavigate()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (starter: StarterName) => {
      const isHere = rememberPage()
      return { ...(await openStarter(starter)), isHere: isHere() }
    },
    onSuccess: ({ id, title, isHere }) => {
      showToast({ kind: 'success', title: starterTexts.opened, description: title })
      if (!isHere) return
      liveSession().handOver(id, { kind: 'whole' })
      void navigate({ to: '/project/$projectId', params: { projectId: id } })
    },
    onError: (error) =>
      showToast({ kind: 'error', title: starterTexts.failed, description: errorMessage(error, starterTexts.tryAgain) }),
  })
  const stateOf = (name: StarterName): StarterState => {
    if (!isPending) return 'ready'
    return variables === name ? 'opens' : 'waits'
  }
  return { stateOf, open: (name: StarterName) => mutate(name) }
}
