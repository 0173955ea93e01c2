import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createProject } from '#web/data/projects.ts'
import { rememberPage } from '#web/ui/remember-page.ts'
import { showToast } from '#web/ui/toast.ts'
import { projectTexts } from './texts.ts'

/** Creates 'New Project' and goes to the image page with it current. */
export function useCreateProject() {
  const navigate = useNavigate()
  const { mutate, isPending: isBusy } = useMutation({
    async mutationFn() {
      const isHere = rememberPage()
      const { id } = await createProject(projectTexts.newTitle)
      if (isHere()) await navigate({ to: '/image', search: { project: id } })
    },
    onError: () => showToast({ kind: 'error', title: projectTexts.error, description: projectTexts.failedToCreate }),
  })
  const create = (onSettled?: () => void) => {
    if (!isBusy) mutate(undefined, { onSettled: () => onSettled?.() })
  }
  return { isBusy, create }
}
